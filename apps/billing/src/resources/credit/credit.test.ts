import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addDays } from '@psa/calendar';
import { tenantId } from '@psa/contract-kit';
import { creditEvents } from '@psa/contracts-billing';
import { TenantDb } from '@psa/postgres-kit';
import { caller, everyPermission, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import type { Db } from '../../billing-app.ts';
import { billingService } from '../../billing-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { makeFinal } from '../../testing/invoice.fixtures.ts';
import { makeCredit } from '../../testing/ledger.fixtures.ts';

const FINANCIAL = '/api/v1/financial';
const today = new Date().toISOString().slice(0, 10);

describe('credit', () => {
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

  const credits = async (client_id: string, query = '') =>
    (await api.get(`${FINANCIAL}/credits?client_id=${client_id}${query}`)).body.data as Record<string, unknown>[];
  const invoice = async (id: string) => (await api.get(`/api/v1/invoices/${id}`)).body.data as Record<string, unknown>;
  const told = async (type: string) => (await service.events(me.tenant)).filter((event) => event.type === type).map(({ data }) => data);
  const isReconciled = async () => {
    const { body } = await api.post(`${FINANCIAL}/reconciliation/run`, {});
    expect(body.data).toMatchObject({ errorCount: 0, findings: [] });
  };

  it('is given for a year unless it says otherwise, and runs up by client and currency', async () => {
    const { client_id, transaction_id } = await makeCredit(api, { description: 'For the outage' });
    await makeCredit(api, { client_id, amount: 700, expiration_date: null });
    await makeCredit(api, { client_id, amount: 900, currency_code: 'EUR' });
    expect(await credits(client_id, '&currency_code=USD&sort=amount')).toMatchObject([
      {
        amount: 5_000,
        remaining_amount: 5_000,
        expiration_date: addDays(today, 365),
        transaction_type: 'credit_issuance',
        is_expired: false,
      },
      { amount: 700, expiration_date: null },
    ]);
    const { body } = await api.get(`${FINANCIAL}/transactions?client_id=${client_id}&currency_code=USD&sort=created_at&order=asc`);
    expect(body.data).toMatchObject([
      { transaction_id, amount: 5_000, balance_after: 5_000, description: 'For the outage', client_name: 'Acme' },
      { amount: 700, balance_after: 5_700 },
    ]);
    await isReconciled();
  });

  it('pays for invoices as soon as they are final, what ends first before the rest', async () => {
    const client_id = randomUUID();
    await makeCredit(api, { client_id, amount: 6_000, expiration_date: null });
    await makeCredit(api, { client_id, amount: 5_000, expiration_date: addDays(today, 10) });
    const { invoice_id } = await makeFinal(api, { client_id });
    expect(await invoice(invoice_id)).toMatchObject({ credit_applied: 10_000, amount_paid: 0, balance_due: 0, status: 'paid' });
    await makeFinal(api, { client_id: randomUUID() });
    const paidByCredit = (await api.get('/api/v1/invoices?has_credit_applied=true')).body;
    expect(paidByCredit).toMatchObject({ data: [{ invoice_id }], pagination: { total: 1 } });
    expect((await credits(client_id, '&has_remaining=true')).map((credit) => credit['remaining_amount'])).toEqual([1_000]);
    expect(await told(creditEvents.applied.type)).toMatchObject([
      { amount_applied: 5_000, remaining_amount: 0 },
      { amount_applied: 5_000, remaining_amount: 1_000 },
    ]);
    await isReconciled();
  });

  it('waits to be applied where the tenant has it so, and is clamped or refused', async () => {
    await api.put('/api/v1/billing-settings', { auto_apply_credit: false });
    const client_id = randomUUID();
    await makeCredit(api, { client_id, amount: 3_000 });
    const { invoice_id } = await makeFinal(api, { client_id });
    expect(await invoice(invoice_id)).toMatchObject({ credit_applied: 0, status: 'sent' });
    const strict = await api.post(`/api/v1/invoices/${invoice_id}/credit`, { credit_amount: 3_001 });
    expect({ status: strict.status, details: strict.body.error.details }).toEqual({ status: 409, details: { available_credit: 3_000 } });
    expect(await invoice(invoice_id)).toMatchObject({ credit_applied: 0 });
    const { body } = await api.post(`${FINANCIAL}/credits/apply`, { client_id, invoice_id, requested_amount: 9_000 });
    expect(body.data).toEqual({ success: true, appliedAmount: 3_000, invoice_id, balance_due: 7_000 });
    const other = { client_id: randomUUID(), invoice_id, requested_amount: 1 };
    expect((await api.post(`${FINANCIAL}/credits/apply`, other)).status).toBe(404);
  });

  it('is never spent twice, however many want it at once', async () => {
    await api.put('/api/v1/billing-settings', { auto_apply_credit: false });
    const client_id = randomUUID();
    await makeCredit(api, { client_id, amount: 10_500 });
    const invoices = await Promise.all(Array.from({ length: 4 }, () => makeFinal(api, { client_id })));
    const replies = await Promise.all(
      [...invoices, ...invoices].map(({ invoice_id }) =>
        api.post(`${FINANCIAL}/credits/apply`, { client_id, invoice_id, requested_amount: 4_000 }),
      ),
    );
    const applied = replies.reduce((sum, { body }) => sum + (body.data.appliedAmount as number), 0);
    expect(applied).toBe(10_500);
    expect((await credits(client_id))[0]).toMatchObject({ remaining_amount: 0 });
    await isReconciled();
  });

  it('comes back when the invoice it paid for is voided', async () => {
    const { client_id } = await makeCredit(api, { amount: 4_000 });
    const { invoice_id } = await makeFinal(api, { client_id });
    expect((await api.post(`/api/v1/invoices/${invoice_id}/void`, { reason: 'Wrong month' })).body.data).toMatchObject({
      status: 'cancelled',
      credit_applied: 0,
    });
    expect(await credits(client_id)).toMatchObject([{ remaining_amount: 4_000 }]);
    expect(await told(creditEvents.restored.type)).toMatchObject([{ invoice_id, amount_restored: 4_000 }]);
    await isReconciled();
  });

  it('is given by a prepayment for what is paid of it, and not before', async () => {
    const client_id = randomUUID();
    const { body } = await api.post(`${FINANCIAL}/credits/prepayment`, {
      client_id,
      amount: 8_000,
      manual_expiration_date: addDays(today, 5),
    });
    expect(body.data).toMatchObject({
      status: 'draft',
      is_prepayment: true,
      total_amount: 8_000,
      tax: 0,
      line_items: [{ description: 'Prepayment' }],
    });
    const { invoice_id } = body.data as { invoice_id: string };
    await api.post(`/api/v1/invoices/${invoice_id}/finalize`, {});
    expect(await credits(client_id)).toEqual([]);
    await api.post(`/api/v1/invoices/${invoice_id}/payment`, { payment_amount: 6_000, payment_method: 'bank_transfer' });
    expect(await credits(client_id)).toMatchObject([{ amount: 6_000, expiration_date: addDays(today, 5), transaction_type: 'prepayment' }]);
    const refund = (amount: number) => api.post(`/api/v1/invoices/${invoice_id}/refund`, { amount, reason: 'Too much' });
    expect((await refund(1_000)).body.data).toMatchObject({ amount_paid: 5_000, balance_due: 3_000 });
    await makeFinal(api, { client_id, items: [{ description: 'Work', unit_price: 4_500 }] });
    expect((await refund(1_000)).status).toBe(409);
    expect(await credits(client_id)).toMatchObject([{ remaining_amount: 500 }]);
    await isReconciled();
  });

  it('moves to another client with its last day', async () => {
    const { credit_id, client_id } = await makeCredit(api, { expiration_date: addDays(today, 40) });
    const target_client_id = randomUUID();
    const move = (amount: number, given: object = {}) =>
      api.post(`${FINANCIAL}/credits/transfer`, { source_credit_id: credit_id, target_client_id, amount, ...given });
    expect((await move(5_001)).body.error.details).toEqual({ remaining_amount: 5_000 });
    expect((await move(1, { target_client_id: client_id })).status).toBe(400);
    expect((await move(2_000)).body.data).toMatchObject({
      client_id: target_client_id,
      amount: 2_000,
      expiration_date: addDays(today, 40),
    });
    const { body } = await api.get(`${FINANCIAL}/transactions?type=credit_transfer&sort=amount&order=asc`);
    expect(body.data).toMatchObject([
      { client_id, amount: -2_000, balance_after: 3_000 },
      { client_id: target_client_id, amount: 2_000, balance_after: 2_000 },
    ]);
    const limited = service.api({ ...me, permissions: everyPermission.filter((name) => name !== 'financial:transfer') });
    const bulk = { credit_ids: [credit_id], operation: 'transfer', target_client_id };
    expect((await limited.post(`${FINANCIAL}/bulk/credits`, bulk)).status).toBe(403);
    expect((await api.post(`${FINANCIAL}/bulk/credits`, bulk)).body.data).toMatchObject({ successful: 1 });
    await isReconciled();
  });

  it('ends once its last day has passed, and is told of before', async () => {
    const { client_id, credit_id } = await makeCredit(api, { expiration_date: addDays(today, 20) });
    const at = (day: string) => service.tick('ending-credits', new Date(`${day}T12:00:00Z`));
    await at(today);
    await at(addDays(today, 1));
    await at(addDays(today, 19));
    expect(await told(creditEvents.expiring.type)).toMatchObject([{ days_before_expiration: 20 }, { days_before_expiration: 1 }]);
    await at(addDays(today, 20));
    expect(await told(creditEvents.expired.type)).toEqual([]);
    await at(addDays(today, 21));
    await at(addDays(today, 22));
    expect(await told(creditEvents.expired.type)).toMatchObject([{ credit_id, amount_expired: 5_000 }]);
    const { body } = await api.get(`${FINANCIAL}/reports/balance?client_id=${client_id}`);
    expect(body.data.balances).toMatchObject([{ available_credit: 0, expired_credit: 5_000 }]);
    await isReconciled();
  });

  it('is not applied once its last day has passed, whether or not it was ended yet', async () => {
    const { client_id, credit_id } = await makeCredit(api, { expiration_date: addDays(today, 20) });
    const actor = { id: me.userId, type: 'user' as const };
    const db: Db = new TenantDb(service.running.database, { tenant: tenantId(me.tenant), actor, correlationId: 'test' });
    await db
      .updateTable('credits')
      .set({ expiration_date: addDays(today, -1) })
      .where('credit_id', '=', credit_id)
      .execute();
    const { invoice_id } = await makeFinal(api, { client_id });
    const apply = { client_id, invoice_id, requested_amount: 1_000 };
    expect((await api.post(`${FINANCIAL}/credits/apply`, apply)).body.data).toMatchObject({ appliedAmount: 0 });
    expect((await api.get(`/api/v1/invoices/${invoice_id}`)).body.data.credit_applied).toBe(0);
    const transfer = { source_credit_id: credit_id, target_client_id: randomUUID(), amount: 1_000 };
    expect((await api.post(`${FINANCIAL}/credits/transfer`, transfer)).status).toBe(409);
  });

  it('is reversed as long as nothing of it was used', async () => {
    const [unused, used] = [await makeCredit(api), await makeCredit(api)];
    await makeFinal(api, { client_id: used.client_id });
    const ids = [unused.transaction_id, used.transaction_id];
    const { body } = await api.post(`${FINANCIAL}/bulk/transactions`, { transaction_ids: ids, operation: 'reverse' });
    expect(body.data.results).toMatchObject([{ success: true }, { success: false, code: 'CONFLICT' }]);
    const again = await api.post(`${FINANCIAL}/bulk/transactions`, { transaction_ids: [unused.transaction_id], operation: 'reverse' });
    expect(again.body.data).toMatchObject({ successful: 0 });
    await isReconciled();
  });
});
