import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { caller, type TestApi, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { aDiscount } from '../../testing/discount.fixtures.ts';
import { clientFacts, fakes } from '../../testing/fakes.ts';
import { assignLine, JUNE } from '../../testing/invoice.fixtures.ts';
import { makeService } from '../../testing/service.fixtures.ts';
import { addLineService, makeUsage } from '../../testing/usage.fixtures.ts';

const PATH = '/api/v1/invoices';

describe('what was agreed with a client', () => {
  let service: TestService;
  let api: TestApi;
  let client_id: string;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    api = service.api(caller());
    client_id = randomUUID();
  });

  const generate = (given: object = {}) => api.post(`${PATH}/generate`, { client_id, ...JUNE, ...given });
  const invoiced = async (given: object = {}) => {
    const { status, body, text } = await generate(given);
    if (status !== 201) throw new Error(text);
    return body.data;
  };
  const retainer = (given: Record<string, unknown> = {}, start_date = '2026-01-01') =>
    assignLine(api, { billing_timing: 'advance', base_rate: 12_000, ...given }, { client_id, start_date });
  const discount = async (given: Record<string, unknown> = {}) => {
    const { status, text } = await api.post('/api/v1/discounts', aDiscount({ client_id, ...given }));
    if (status !== 201) throw new Error(text);
  };
  const settings = async (body: object) => {
    const { status, text } = await api.put(`/api/v1/clients/${client_id}/billing-settings`, body);
    if (status !== 200) throw new Error(text);
  };
  const shown = (invoice: { line_items: { description: string; net_amount: number }[] }) =>
    invoice.line_items.map(({ description, net_amount }) => [description, net_amount]);

  describe('as discounts', () => {
    it('is taken off its contract line first, then off the whole invoice, each in its order', async () => {
      const { contract_line_id } = await retainer({ contract_line_name: `Care ${client_id}` });
      await retainer({ contract_line_name: `Watch ${client_id}`, base_rate: 8_000 });
      await discount({ discount_name: 'Loyalty' });
      await discount({ discount_name: 'Start', contract_line_id, discount_type: 'fixed', discount_percentage: null, amount: 2_000 });
      const invoice = await invoiced();
      expect(shown(invoice)).toEqual([
        [`Care ${client_id}`, 12_000],
        [`Watch ${client_id}`, 8_000],
        ['Loyalty', -1_800],
        ['Start', -2_000],
      ]);
      expect(invoice).toMatchObject({ subtotal: 16_200, total_amount: 16_200 });
    });

    it('holds for periods with a day of its own', async () => {
      await retainer();
      await discount({ start_date: '2026-06-30', end_date: '2026-07-01' });
      await discount({ start_date: '2026-07-01' });
      await discount({ start_date: '2026-01-01', end_date: '2026-06-01' });
      await discount({ is_active: false });
      expect((await invoiced()).subtotal).toBe(10_800);
    });

    it('never takes off more than there is, also when the draft is computed anew', async () => {
      const { contract_line_id } = await retainer({ base_rate: 1_500 });
      await discount({ contract_line_id, discount_type: 'fixed', discount_percentage: null, amount: 2_000 });
      const { invoice_id, total_amount } = await invoiced();
      expect(total_amount).toBe(0);
      const final = await api.post(`${PATH}/${invoice_id}/finalize`, {});
      expect(final.body.data).toMatchObject({ status: 'paid', total_amount: 0 });
    });

    it('is in the preview as in the invoice', async () => {
      await retainer();
      await discount();
      const { content_hash, total_amount } = (await api.post(`${PATH}/preview`, { client_id, ...JUNE })).body.data;
      expect(total_amount).toBe(10_800);
      expect(await invoiced({ content_hash })).toMatchObject({ total_amount: 10_800 });
    });

    it('stays on its line in a copy of the invoice', async () => {
      const { contract_line_id } = await retainer();
      await retainer({ base_rate: 8_000 });
      await discount({ contract_line_id });
      const { invoice_id, subtotal } = await invoiced();
      const copy = await api.post(`${PATH}/${invoice_id}/duplicate`, {});
      expect(copy.body.data.subtotal).toBe(subtotal);
      const items = (await api.get(`${PATH}/${copy.body.data.invoice_id}/items`)).body.data as Record<string, unknown>[];
      expect(items.at(-1)).toMatchObject({ is_discount: true, applies_to_item_id: items[0]?.['item_id'] });
    });
  });

  describe('for services of a fee', () => {
    const taxRate = async (region_code: string, tax_percentage: number) =>
      (await api.post('/api/v1/financial/tax/rates', { region_code, tax_percentage, start_date: '2020-01-01' })).body.data
        .tax_rate_id as string;
    const lineOf = async (given: Record<string, unknown>, taxRates: readonly (string | null)[]) => {
      const { contract_line_id } = await retainer({ contract_line_name: `Care ${client_id}`, ...given });
      for (const [index, tax_rate_id] of taxRates.entries()) {
        const service = await makeService(api, { billing_method: 'fixed', service_name: `Part ${index}`, tax_rate_id });
        await addLineService(api, contract_line_id, { service_id: service.service_id, custom_rate: 1_000 * (index + 1) });
      }
      return contract_line_id;
    };

    it('taxes the fee as its services are taxed', async () => {
      clientFacts.set(client_id, { region_code: 'DE' });
      await taxRate('DE', 19);
      await lineOf({}, [null, null]);
      expect(await invoiced()).toMatchObject({ subtotal: 12_000, tax: 0, line_items: [{ net_amount: 12_000, service_id: null }] });
    });

    it('splits it where they are taxed differently, and its discount with it', async () => {
      const contract_line_id = await lineOf({ base_rate: 10_000 }, [await taxRate('DE', 19), null]);
      await discount({ contract_line_id, discount_type: 'fixed', discount_percentage: null, amount: 1_000 });
      const invoice = await invoiced();
      expect(shown(invoice)).toEqual([
        [`Care ${client_id}: Part 0`, 3_333],
        [`Care ${client_id}: Part 1`, 6_667],
        ['Loyalty', -333],
        ['Loyalty', -667],
      ]);
      expect(invoice).toMatchObject({ subtotal: 9_000, tax: 570 });
    });
  });

  const underContract = async (line: object = {}, given: object = {}) => {
    const contract = { contract_name: 'Care', client_id, billing_frequency: 'monthly', ...given };
    const { contract_id } = (await api.post('/api/v1/contracts', contract)).body.data as { contract_id: string };
    await assignLine(
      api,
      { billing_timing: 'advance', base_rate: 12_000, ...line },
      { client_id, start_date: '2026-01-01', client_contract_id: contract_id },
    );
    return contract_id;
  };

  it('is billed until the day its contract was deactivated', async () => {
    const contract_id = await underContract({ enable_proration: true });
    await api.put(`/api/v1/contracts/${contract_id}`, { is_active: false });
    await service.sql("update contracts set ended_on = '2026-06-16' where contract_id = $1", [contract_id]);
    await api.put(`/api/v1/contracts/${contract_id}`, { contract_name: 'Former care' });
    expect((await generate({ period_start: '2026-07-01', period_end: '2026-08-01' })).status).toBe(409);
    expect(await invoiced()).toMatchObject({ subtotal: 6_000 });
  });

  it('is billed up to today once its contract is deactivated, and on when that is active again', async () => {
    const contract_id = await underContract();
    await api.put(`/api/v1/contracts/${contract_id}`, { is_active: false });
    const later = { period_start: '2031-01-01', period_end: '2031-02-01' };
    expect((await generate(later)).status).toBe(409);
    expect(await invoiced()).toMatchObject({ subtotal: 12_000 });
    await api.put(`/api/v1/contracts/${contract_id}`, { is_active: true });
    expect(await invoiced(later)).toMatchObject({ subtotal: 12_000 });
  });

  it('is never billed under a contract that was not active yet', async () => {
    await underContract({}, { is_active: false });
    expect((await generate()).status).toBe(409);
  });

  it('is billed by a purchase order where that is required', async () => {
    await underContract();
    await settings({ po_required: true });
    const refused = await generate();
    expect({ status: refused.status, details: refused.body.error.details }).toEqual({ status: 409, details: { reason: 'po_number' } });
    await settings({ po_number: 'PO-1' });
    expect(await invoiced()).toMatchObject({ subtotal: 12_000, po_number: 'PO-1' });
  });

  it.each([
    ['its own', { base_rate: 9_000 }, { custom_rate: 7_000 }, []],
    ["its line's", { base_rate: 9_000 }, {}, [{ custom_rate: 100 }]],
    ['what its services cost', { base_rate: null }, {}, [{ custom_rate: 333, quantity: 3 }, { type_config: { base_rate: 250 } }, {}]],
    ['nothing at all', { base_rate: 0 }, {}, [{ custom_rate: 100 }]],
  ])('is billed the fee that is counted as its revenue: %s', async (_, line, assignment, services) => {
    const assigned = { client_id, start_date: '2026-01-01', ...assignment };
    const { contract_line_id } = await assignLine(api, { billing_timing: 'advance', ...line }, assigned);
    for (const given of services) {
      const { service_id } = await makeService(api, { billing_method: 'fixed' });
      await addLineService(api, contract_line_id, { service_id, ...given });
    }
    // Beside the fee, so that there is always something to bill.
    await assignLine(api, { billing_timing: 'advance', base_rate: 1 }, { client_id, start_date: '2026-01-01' });
    const fee = (await invoiced()).subtotal - 1;
    const { body } = await api.get(`/api/v1/contract-lines?revenue_min=${fee}&revenue_max=${fee}`);
    expect(body.data).toEqual([expect.objectContaining({ contract_line_id })]);
  });

  describe('in currencies', () => {
    it('is billed in the currency of the client, as long as nothing due is priced in another one', async () => {
      const { contract_line_id } = await retainer({ currency_code: 'EUR' });
      await settings({ currency_code: 'EUR' });
      expect(await invoiced()).toMatchObject({ currency_code: 'EUR', subtotal: 12_000 });
      await retainer({ currency_code: 'USD', base_rate: 8_000 });
      const refused = await generate({ period_start: '2026-07-01', period_end: '2026-08-01' });
      expect(refused).toMatchObject({ status: 409, body: { error: { details: { reason: 'currency', currency_code: 'USD' } } } });
      expect(refused.body.error.details.contract_line_id).not.toBe(contract_line_id);
    });

    it.each([
      ['EUR', 12_000],
      ['JPY', 900],
      ['KWD', 36_500],
    ])('is billed in %s alone when that is asked for', async (currency_code, subtotal) => {
      await retainer({ currency_code: 'EUR' });
      await retainer({ currency_code: 'JPY', base_rate: 900 });
      await retainer({ currency_code: 'KWD', base_rate: 36_500 });
      expect(await invoiced({ currency_code })).toMatchObject({ currency_code, subtotal });
    });

    it('is not held up by what ended long ago', async () => {
      await assignLine(api, { base_rate: 5_000, currency_code: 'EUR' }, { client_id, start_date: '2020-01-01', end_date: '2021-01-01' });
      await retainer();
      expect((await invoiced()).subtotal).toBe(12_000);
    });

    it('is refused for a currency there is none of', async () => {
      const line = { contract_line_name: 'x', billing_frequency: 'monthly', contract_line_type: 'Fixed', currency_code: 'ABC' };
      expect((await api.post('/api/v1/contract-lines', line)).body.error.details[0].path).toEqual(['currency_code']);
    });
  });

  describe('for usage below the smallest coin', () => {
    it('is priced exactly, rounded once a line', async () => {
      const { service_id } = await makeService(api, { billing_method: 'usage', default_rate: 0.125, unit_of_measure: 'call' });
      await makeUsage(api, { client_id, service_id, quantity: 1_003, usage_date: '2026-06-03' });
      const invoice = await invoiced();
      expect(invoice.line_items).toMatchObject([{ quantity: 1_003, unit_price: 0.125, net_amount: 125 }]);
      const again = await api.get(`${PATH}/${invoice.invoice_id}/items`);
      expect(again.body.data).toMatchObject([{ unit_price: 0.125 }]);
      const explained = await api.get(`${PATH}/${invoice.invoice_id}/explanation`);
      expect(explained.body.data).toMatchObject([{ unit_price: 0.125 }]);
    });

    it('has tiers of such prices', async () => {
      const { service_id } = await makeService(api, { billing_method: 'usage', unit_of_measure: 'GB' });
      const { contract_line_id } = await assignLine(api, { contract_line_type: 'Usage', base_rate: undefined }, { client_id });
      await addLineService(api, contract_line_id, {
        service_id,
        configuration_type: 'Usage',
        type_config: { unit_of_measure: 'GB' },
        rate_tiers: [
          { min_quantity: 0, max_quantity: 100, rate: 1.5 },
          { min_quantity: 100, max_quantity: null, rate: 0.000_001 },
        ],
      });
      await makeUsage(api, { client_id, service_id, quantity: 1_000_100, usage_date: '2026-06-03' });
      expect((await invoiced()).line_items).toMatchObject([
        { quantity: 100, unit_price: 1.5, net_amount: 150 },
        { quantity: 1_000_000, unit_price: 0.000_001, net_amount: 1 },
      ]);
    });

    it('is for usage alone', async () => {
      await expect(makeService(api, { default_rate: 0.5 })).rejects.toThrow('must be a whole number');
      const prices = [{ currency_code: 'EUR', rate: 0.5 }];
      await expect(makeService(api, { prices })).rejects.toThrow('must be a whole number');
      await expect(makeService(api, { billing_method: 'usage', default_rate: 0.000_000_1 })).rejects.toThrow('decimal places');
    });
  });

  describe('where its cycles begin', () => {
    it('is billed from that day on', async () => {
      await retainer({}, '2026-06-15');
      await settings({ cycle_anchor: { day: 15 } });
      const invoice = await invoiced({ period_start: '2026-06-15', period_end: '2026-07-15' });
      expect(invoice.line_items).toMatchObject([
        { net_amount: 12_000, service_period_start: '2026-06-15', service_period_end: '2026-07-15' },
      ]);
    });

    it('is billed by days between the old day and the new one, and no day twice', async () => {
      await retainer();
      await invoiced();
      await settings({ cycle_anchor: { day: 16 } });
      const short = await invoiced({ period_start: '2026-06-16', period_end: '2026-07-16' });
      expect(short.line_items).toMatchObject([{ net_amount: 6_000, service_period_start: '2026-07-01', service_period_end: '2026-07-16' }]);
      const whole = await invoiced({ period_start: '2026-07-16', period_end: '2026-08-16' });
      expect(whole.line_items).toMatchObject([{ net_amount: 12_000, service_period_start: '2026-07-16' }]);
      expect((await generate({ period_start: '2026-06-01', period_end: '2026-08-16' })).status).toBe(409);
    });
  });
});
