import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { paymentEvents } from '@psa/contracts-billing';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { setUpCards } from '../../testing/card-payment.fixtures.ts';
import { asked, REFUSED_AMOUNT, stripeEvent, trouble } from '../../testing/fake-stripe.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeFinal } from '../../testing/invoice.fixtures.ts';

const SETTINGS = '/api/v1/billing-settings/card-payments';
const DUE = 10_000;

describe('payments by card', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  const link = (id: string, given: object = {}) => api.post(`/api/v1/invoices/${id}/payment-links`, given);
  const invoice = async (id: string) => (await api.get(`/api/v1/invoices/${id}`)).body.data;
  const tell = ({ body, signature }: { body: string; signature: string }, tenant: string = me.tenant) =>
    service.api(null).post(`/api/v1/billing/stripe/events?tenant=${tenant}`, body, {
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    });
  const paid = (invoice_id: string, given: object = {}) => ({
    id: `cs_${randomUUID()}`,
    payment_status: 'paid',
    payment_intent: `pi_${randomUUID()}`,
    metadata: { tenant: me.tenant, invoice_id },
    amount_total: DUE,
    currency: 'usd',
    ...given,
  });

  it('need keys, which are never shown', async () => {
    const { invoice_id } = await makeFinal(api);
    expect((await link(invoice_id)).body.error.details).toEqual({ reason: 'not_configured' });
    await setUpCards(api);
    const { text, body } = await api.get(SETTINGS);
    expect(body.data).toMatchObject({ has_secret_key: true, has_webhook_secret: true, webhook_path: expect.stringContaining(me.tenant) });
    expect(text).not.toMatch(/sk_test|whsec/);
    expect(JSON.stringify(await service.sql('select * from card_payment_settings where tenant = $1', [me.tenant]))).not.toMatch(
      /sk_test|whsec/,
    );
    await api.delete(SETTINGS);
    expect((await link(invoice_id)).status).toBe(409);
  });

  it('are made by a link over what is due, one as long as that stays so', async () => {
    await setUpCards(api);
    const { invoice_id } = await makeFinal(api);
    const first = await link(invoice_id, { success_url: 'https://portal.example/paid' });
    expect(first.body.data).toMatchObject({
      invoice_id,
      amount: DUE,
      currency_code: 'USD',
      status: 'open',
      url: expect.stringContaining('https://'),
    });
    expect((await link(invoice_id)).body.data).toEqual(first.body.data);
    const form = asked.at(-1)!.form;
    expect(form.get('metadata[invoice_id]')).toBe(invoice_id);
    expect(form.get('success_url')).toBe('https://portal.example/paid');
    await api.post(`/api/v1/invoices/${invoice_id}/payment`, { payment_amount: 4_000, payment_method: 'cash' });
    expect((await link(invoice_id)).body.data.amount).toBe(6_000);
    await api.post(`/api/v1/invoices/${invoice_id}/payment`, { payment_amount: 6_000, payment_method: 'cash' });
    expect((await link(invoice_id)).status).toBe(409);
    expect((await api.get(`/api/v1/invoices/${invoice_id}/payment-links`)).body.pagination.total).toBe(2);
  });

  it('are made by a new link when the one before has expired', async () => {
    await setUpCards(api);
    const { invoice_id } = await makeFinal(api);
    const first = await link(invoice_id);
    const [{ session_id }] = await service.sql('select session_id from payment_links where link_id = $1', [first.body.data.link_id]);
    await tell(stripeEvent('checkout.session.expired', { id: session_id }));
    const second = await link(invoice_id);
    expect(second.body.data).toMatchObject({ status: 'open', amount: DUE });
    expect(second.body.data.url).not.toBe(first.body.data.url);
  });

  it('survive a provider in trouble, and say what it refuses', async () => {
    await setUpCards(api);
    trouble.left = 1;
    expect((await link((await makeFinal(api)).invoice_id)).status).toBe(201);
    trouble.left = 9;
    const { invoice_id } = await makeFinal(api);
    expect((await link(invoice_id)).status).toBe(502);
    trouble.left = 0;
    const large = await makeFinal(api, { items: [{ description: 'Plant', quantity: 1, unit_price: REFUSED_AMOUNT }] });
    expect((await link(large.invoice_id)).body.error.details).toEqual({ reason: 'amount_too_large' });
    await api.put(SETTINGS, { secret_key: 'sk_test_revoked' });
    expect((await link(invoice_id)).body.error.details).toEqual({ reason: 'secret_key' });
  });

  it('are recorded once the provider tells of them, once however often it does', async () => {
    await setUpCards(api);
    const { invoice_id } = await makeFinal(api);
    const event = stripeEvent('checkout.session.completed', paid(invoice_id));
    const replies = await Promise.all([tell(event), tell(event), tell(event)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await invoice(invoice_id)).toMatchObject({ status: 'paid', amount_paid: DUE });
    expect((await api.get(`/api/v1/invoices/${invoice_id}/transactions`)).body.data).toHaveLength(1);
  });

  it('that failed are told of once each, and can be tried again', async () => {
    await setUpCards(api);
    const { invoice_id } = await makeFinal(api);
    const { link_id } = (await link(invoice_id)).body.data;
    const refusal = (charge: string, code: string) =>
      stripeEvent('payment_intent.payment_failed', {
        id: 'pi_1',
        metadata: { invoice_id },
        amount: DUE,
        last_payment_error: { code: 'card_declined', decline_code: code, charge },
      });
    for (const event of [refusal('ch_1', 'insufficient_funds'), refusal('ch_1', 'insufficient_funds'), refusal('ch_2', 'expired_card')])
      expect((await tell(event)).status).toBe(200);
    const told = (await service.events(me.tenant)).filter(({ type }) => type === paymentEvents.failed.type).map(({ data }) => data);
    expect(told).toMatchObject([
      { link_id, invoice_id, failure_code: 'insufficient_funds', is_retryable: true },
      { link_id, failure_code: 'expired_card' },
    ]);
    expect((await api.get(`/api/v1/invoices/${invoice_id}/payment-links`)).body.data).toMatchObject([{ failures: 2, status: 'open' }]);
  });

  it('are believed to nobody else', async () => {
    await setUpCards(api);
    const { invoice_id } = await makeFinal(api);
    const given = paid(invoice_id);
    const type = 'checkout.session.completed';
    expect((await tell(stripeEvent(type, given, 'whsec_other'))).status).toBe(401);
    expect((await tell(stripeEvent(type, given, undefined, Date.now() - 600_000))).status).toBe(401);
    expect((await tell(stripeEvent(type, given), randomUUID())).status).toBe(401);
    expect(await invoice(invoice_id)).toMatchObject({ status: 'sent', amount_paid: 0 });
  });

  it('of an invoice that was voided meanwhile are kept for somebody to look at', async () => {
    await setUpCards(api);
    const { invoice_id } = await makeFinal(api);
    await api.post(`/api/v1/invoices/${invoice_id}/void`, { reason: 'The wrong client' });
    expect((await tell(stripeEvent('checkout.session.completed', paid(invoice_id)))).status).toBe(200);
    expect((await api.get('/api/v1/financial/card-payments?unassigned=true')).body.data).toMatchObject([
      { invoice_id, amount: DUE, unassigned_reason: 'The invoice is void' },
    ]);
  });

  it('are given back by the provider, and recorded once, whoever tells of it first', async () => {
    await setUpCards(api);
    const { invoice_id } = await makeFinal(api);
    const session = paid(invoice_id);
    await tell(stripeEvent('checkout.session.completed', session));
    const refund = (given: object) =>
      api.post(`/api/v1/invoices/${invoice_id}/refund`, { reason: 'Half of it', through_provider: true, ...given });
    expect((await refund({ amount: 4_000 })).body.data).toMatchObject({ amount_paid: 6_000, balance_due: 4_000 });
    expect(asked.at(-1)!.form.get('amount')).toBe('4000');
    const refunded = (amount_refunded: number) =>
      stripeEvent('charge.refunded', { payment_intent: session.payment_intent, amount_refunded });
    await tell(refunded(4_000));
    expect((await invoice(invoice_id)).amount_paid).toBe(6_000);
    // Given back at the provider itself.
    await tell(refunded(5_000));
    expect((await invoice(invoice_id)).amount_paid).toBe(5_000);
    expect((await refund({ amount: 6_000 })).body.error.details).toEqual({ reason: 'no_card_payment' });
    expect((await refund({})).body.data).toMatchObject({ amount_paid: 0, balance_due: DUE });
  });

  it('that are reported after their refund are recorded with it, since the provider reports the refund again', async () => {
    await setUpCards(api);
    const { invoice_id } = await makeFinal(api);
    const session = paid(invoice_id);
    const refunded = stripeEvent('charge.refunded', {
      payment_intent: session.payment_intent,
      metadata: session.metadata,
      amount_refunded: DUE,
    });
    expect((await tell(refunded)).status).toBe(409);
    expect((await tell(stripeEvent('checkout.session.completed', session))).status).toBe(200);
    expect((await tell(refunded)).status).toBe(200);
    expect(await invoice(invoice_id)).toMatchObject({ amount_paid: 0, balance_due: DUE });
  });

  it('without an invoice of ours are no business of the tenant', async () => {
    await setUpCards(api);
    const foreign = stripeEvent('charge.refunded', { payment_intent: `pi_${randomUUID()}`, metadata: {}, amount_refunded: DUE });
    expect((await tell(foreign)).status).toBe(200);
  });
});
