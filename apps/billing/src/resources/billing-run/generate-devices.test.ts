import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addDays, billingPeriodOf } from '@psa/calendar';
import { assetEvents } from '@psa/contracts-assets';
import { clientEvents } from '@psa/contracts-clients';
import { timeEntryEvents } from '@psa/contracts-time';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { assignLine, JUNE } from '../../testing/invoice.fixtures.ts';
import { makeService } from '../../testing/service.fixtures.ts';
import { addLineService } from '../../testing/usage.fixtures.ts';

const month = billingPeriodOf(new Date().toISOString().slice(0, 10), 'monthly', {});
/** The fees in arrears of the month that is running, without those of the one before, which end on its first day. */
const THIS_MONTH = { period_start: addDays(month.start, 1), period_end: addDays(month.end, 1) };

describe('generated invoices', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let client_id: string;

  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
    client_id = randomUUID();
  });

  const generate = (given: Record<string, unknown>) => api.post('/api/v1/invoices/generate', { client_id, ...given });
  const asset = (given: Partial<Record<'asset_type' | 'status' | 'client_id', string>> = {}) => ({
    asset_id: randomUUID(),
    client_id,
    asset_type: 'workstation',
    asset_tag: 'WS-1',
    name: 'PC',
    status: 'active',
    serial_number: null,
    ...given,
  });
  const created = async (...assets: ReturnType<typeof asset>[]) => {
    for (const one of assets) await service.publish(me.tenant, assetEvents.created, one, 1);
    await service.settled();
  };

  it('count the devices in use at the end of a period in arrears, of their type, and never fewer than the minimum', async () => {
    const { contract_line_id } = await assignLine(api, { base_rate: undefined }, { client_id });
    const add = (type_config: object) => addLineService(api, contract_line_id, { configuration_type: 'Device', type_config });
    const service_id = await add({ asset_type: 'workstation', rate: 2_500 });
    await add({ asset_type: 'server', rate: 9_000, minimum_devices: 2 });
    const pc = asset();
    await created(pc, asset(), asset({ status: 'retired' }), asset({ client_id: randomUUID() }), asset({ asset_type: 'server' }));
    await service.publish(me.tenant, assetEvents.updated, { ...pc, status: 'Retired', changes: {} }, 2);
    await service.settled();
    const { body, status } = await generate(THIS_MONTH);
    expect({ status, lines: body.data?.line_items }).toMatchObject({
      status: 201,
      lines: [
        { service_id, quantity: 1, unit_price: 2_500, net_amount: 2_500 },
        { quantity: 2, net_amount: 18_000, explanation: expect.stringContaining('at least 2') },
      ],
    });
    expect((await generate(THIS_MONTH)).status).toBe(409);
  });

  it('count no device that is gone', async () => {
    const { contract_line_id } = await assignLine(api, { base_rate: undefined }, { client_id });
    await addLineService(api, contract_line_id, { configuration_type: 'Device', type_config: { rate: 2_500 } });
    const pc = asset();
    await created(pc);
    await service.publish(me.tenant, assetEvents.deleted, { asset_id: pc.asset_id, client_id }, 2);
    await service.settled();
    expect((await generate(THIS_MONTH)).status).toBe(409);
  });

  it('tax a line in the region of its location, and keep the address they went to', async () => {
    const location_id = randomUUID();
    await assignLine(api, { billing_timing: 'advance', base_rate: 10_000, location_id }, { client_id });
    const address = { address_line1: 'Hauptstrasse 1', address_line2: null, address_line3: null, city: 'Bern', postal_code: '3011' };
    const facts = { client_id, location_id, location_name: 'Branch', is_active: true, ...address, state_province: null };
    const rest = { country_code: 'CH', region_code: 'CH', email: null, is_billing_address: true, is_default: true };
    await service.publish(me.tenant, clientEvents.locationCreated, { ...facts, ...rest }, 2);
    await service.settled();
    await api.post('/api/v1/financial/tax/rates', { region_code: 'CH', tax_percentage: 8.1, start_date: '2020-01-01' });
    expect((await generate({ ...JUNE, finalize: true })).body.data).toMatchObject({
      tax: 810,
      line_items: [{ tax_region: 'CH', location_id }],
      bill_to: { address_lines: ['Hauptstrasse 1'], city: 'Bern', postal_code: '3011' },
    });
  });

  it('bill overtime and work out of hours at their own prices, and each entry once', async () => {
    const line = { contract_line_type: 'Hourly', base_rate: undefined, hourly_rate: 6_000 };
    const overtime = { enable_overtime: true, overtime_rate: 9_000, overtime_threshold: 1 };
    await assignLine(api, { ...line, ...overtime, enable_after_hours_rate: true, after_hours_multiplier: 2 }, { client_id });
    await api.put('/api/v1/billing-settings', {
      business_hours: { time_zone: 'Europe/Zurich', days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' },
    });
    const { service_id } = await makeService(api);
    // Two hours that end an hour after work in summer: 18:00 in Zurich is 16:00 in UTC.
    const times = { work_date: '2026-06-02', start_time: '2026-06-02T14:00:00Z', end_time: '2026-06-02T17:00:00Z' };
    const entry = {
      entry_id: randomUUID(),
      user_id: me.userId,
      work_item_type: 'ticket',
      work_item_id: null,
      client_id,
      project_id: null,
      service_id,
      ...times,
      duration_minutes: 180,
      billable_duration: 180,
      is_billable: true,
      contract_line_id: null,
      tax_region: null,
      time_sheet_id: null,
      approval_status: 'APPROVED',
      invoice_id: null,
    };
    await service.publish(me.tenant, timeEntryEvents.approved, { ...entry, approved_by: me.userId }, 3);
    await service.settled();
    const { data } = (await generate(JUNE)).body;
    expect(data.line_items).toMatchObject([
      { minutes: 60, unit_price: 6_000, net_amount: 6_000 },
      { minutes: 60, unit_price: 9_000, description: expect.stringContaining('overtime') },
      { minutes: 60, unit_price: 12_000, description: expect.stringContaining('out of hours') },
    ]);
    // A line taken off the draft leaves the entry billed by the others.
    const [kept] = data.line_items;
    const items = [{ item_id: kept.item_id, description: 'Support', quantity: 1, unit_price: 6_000 }];
    await api.put(`/api/v1/invoices/${data.invoice_id}`, { items });
    expect((await generate(JUNE)).status).toBe(409);
  });
});
