import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { invoiceEvents } from '@psa/contracts-billing';
import { timeEntryEvents } from '@psa/contracts-time';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { assignLine, JUNE } from '../../testing/invoice.fixtures.ts';
import { makeService } from '../../testing/service.fixtures.ts';
import { addLineService, makeBlock, makeUsage } from '../../testing/usage.fixtures.ts';

const PATH = '/api/v1/invoices';

interface ShownLine {
  readonly item_id: string;
  readonly description: string;
  readonly quantity: number;
  readonly net_amount: number;
}

describe('what generated invoices bill beside fees', () => {
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

  const generate = (given: object = {}) => api.post(`${PATH}/generate`, { client_id, ...JUNE, ...given });
  const linesOf = async (reply: ReturnType<typeof generate>) => {
    const { status, body, text } = await reply;
    if (status !== 201) throw new Error(text);
    const { invoice_id, line_items } = body.data as { invoice_id: string; line_items: ShownLine[] };
    return { invoice_id, lines: line_items.map(({ description, quantity, net_amount }) => [description, quantity, net_amount]) };
  };
  const logWork = async (service_id: string, minutes: number, work_date = '2026-06-02') => {
    const entry_id = randomUUID();
    const data = {
      entry_id,
      user_id: me.userId,
      work_item_type: 'ticket' as const,
      work_item_id: randomUUID(),
      client_id,
      project_id: null,
      service_id,
      work_date,
      start_time: `${work_date}T09:00:00Z`,
      end_time: `${work_date}T12:00:00Z`,
      duration_minutes: minutes,
      billable_duration: minutes,
      is_billable: true,
      contract_line_id: null,
      tax_region: null,
      time_sheet_id: randomUUID(),
      approval_status: 'APPROVED' as const,
      invoice_id: null,
    };
    await service.publish(me.tenant, timeEntryEvents.created, data);
    await service.settled();
    return entry_id;
  };
  const remaining = async (id: string) => (await api.get(`/api/v1/hour-blocks/${id}`)).body.data.remaining_minutes as number;

  it('is usage in tiers, once', async () => {
    const { contract_line_id } = await assignLine(api, { contract_line_type: 'Usage', base_rate: null }, { client_id });
    const service_id = await addLineService(api, contract_line_id, {
      configuration_type: 'Usage',
      type_config: { unit_of_measure: 'GB' },
      rate_tiers: [
        { min_quantity: 0, max_quantity: 10, rate: 100 },
        { min_quantity: 10, max_quantity: null, rate: 50 },
      ],
    });
    const { service_name } = (await api.get(`/api/v1/services/${service_id}`)).body.data as { service_name: string };
    const usage = await makeUsage(api, { client_id, service_id, quantity: 12.5 });
    await makeUsage(api, { client_id, service_id, quantity: 2, usage_date: '2026-07-01' });
    const { invoice_id, lines } = await linesOf(generate());
    expect(lines).toEqual([
      [`${service_name}, tier 1`, 10, 1_000],
      [`${service_name}, tier 2`, 2.5, 125],
    ]);
    expect((await generate()).status).toBe(409);
    const shown = `/api/v1/usage-records/${usage['usage_id'] as string}`;
    expect((await api.get(shown)).body.data).toMatchObject({ invoice_id });
    expect((await api.delete(shown)).body.error.details).toEqual({ invoice_id });
    const billed = (await service.events(me.tenant)).filter(({ type }) => type === invoiceEvents.workBilled.type);
    expect(billed.map(({ data }) => data)).toMatchObject([{ usage_record_ids: [usage['usage_id']] }]);
    await api.delete(`${PATH}/${invoice_id}`);
    expect((await api.get(shown)).body.data).toMatchObject({ invoice_id: null });
    expect((await generate()).status).toBe(201);
  });

  it('is usage at the price of the service without a contract', async () => {
    const { service_id } = await makeService(api, { default_rate: 333 });
    await makeUsage(api, { client_id, service_id, quantity: 1.5 });
    expect((await linesOf(generate())).lines).toMatchObject([[expect.any(String), 1.5, 500]]);
  });

  it('is work beyond what a fee includes, whatever the windows', async () => {
    const { contract_line_id } = await assignLine(api, { base_rate: 50_000 }, { client_id });
    const service_id = await addLineService(api, contract_line_id, {
      configuration_type: 'Bucket',
      type_config: { total_minutes: 600, overage_rate: 12_000 },
    });
    await logWork(service_id, 500, '2026-06-02');
    await logWork(service_id, 200, '2026-06-20');
    const first = await linesOf(generate({ period_start: '2026-06-01', period_end: '2026-06-15' }));
    expect(first.lines.at(-1)).toEqual([expect.stringContaining('included in'), 8.333333, 0]);
    const second = await linesOf(generate({ period_start: '2026-06-15', period_end: '2026-07-01' }));
    expect(second.lines.slice(-2)).toEqual([
      [expect.stringContaining('included in'), 1.666667, 0],
      [expect.stringContaining('beyond what'), 1.666667, 20_000],
    ]);
    await api.delete(`${PATH}/${first.invoice_id}`);
    const again = await linesOf(generate({ period_start: '2026-06-01', period_end: '2026-06-15' }));
    // What the other invoice billed as beyond is not billed again.
    expect(again.lines.at(-1)).toEqual([expect.stringContaining('included in'), 8.333333, 0]);
  });

  it('is work that hours bought in advance cover, which come back with a voided invoice', async () => {
    const { service_id, service_name } = await makeService(api, { default_rate: 12_000 });
    const [soon, later] = [
      await makeBlock(api, { client_id, minutes: 60, expires_on: '2026-06-30' }),
      await makeBlock(api, { client_id, minutes: 30 }),
    ];
    await logWork(service_id, 120);
    const { invoice_id, lines } = await linesOf(generate());
    expect(lines).toEqual([
      [service_name, 0.5, 6_000],
      [`${service_name}, covered by hours bought in advance`, 1.5, 0],
    ]);
    expect([await remaining(soon), await remaining(later)]).toEqual([0, 0]);
    expect((await api.get(`${PATH}/${invoice_id}/explanation`)).body.data).toMatchObject([
      {
        explanation: expect.stringContaining('120 minutes, 30 billed'),
        time_entry_ids: [expect.any(String)],
        hours_taken: [{ minutes: 60 }, { minutes: 30 }],
      },
      { net_amount: 0, time_entry_ids: [] },
    ]);
    await api.post(`${PATH}/${invoice_id}/finalize`, {});
    await api.post(`${PATH}/${invoice_id}/void`, { reason: 'Wrong month' });
    expect([await remaining(soon), await remaining(later)]).toEqual([60, 30]);
    const { body } = await api.get(`/api/v1/hour-blocks/${soon}/draws?sort=created_at&order=asc`);
    expect((body.data as { minutes: number }[]).map(({ minutes }) => minutes)).toEqual([60, -60]);
  });

  it('is work that hours cover which were rolled over, none of them twice while they are drawn', async () => {
    const { service_id } = await makeService(api, { default_rate: 12_000 });
    const old = await makeBlock(api, { client_id, minutes: 100, expires_on: '2026-06-10' });
    await logWork(service_id, 60, '2026-06-02');
    const rollOver = (given: object = {}) => api.post(`/api/v1/hour-blocks/${old}/roll-over`, { expires_on: '2026-07-31', ...given });
    expect((await rollOver({ minutes: 101 })).body.error).toMatchObject({ code: 'CONFLICT', details: { remaining_minutes: 100 } });
    expect((await rollOver({ expires_on: '2026-06-10' })).body.error.details).toMatchObject([{ path: ['expires_on'] }]);
    // In either order: the second gets what the first has left.
    const [made, drawn] = await Promise.all([rollOver(), generate()]);
    expect([made.status, drawn.status]).toEqual([201, 201]);
    expect(made.body.data).toMatchObject({ starts_on: '2026-06-11', rolled_over_from: old, service_id: null, expires_on: '2026-07-31' });
    const taken = made.body.data.minutes as number;
    expect([40, 100]).toContain(taken);
    expect((await api.get(`/api/v1/hour-blocks/${old}`)).body.data).toMatchObject({ remaining_minutes: 0, rolled_over_minutes: taken });
    expect((await rollOver()).status).toBe(409);
    await logWork(service_id, 30, '2026-07-01');
    await linesOf(generate({ period_start: '2026-07-01', period_end: '2026-08-01' }));
    expect(await remaining(made.body.data.block_id as string)).toBe(taken - 30);
  });

  it('is the fee of the services of a line without one', async () => {
    const { contract_line_id } = await assignLine(api, { base_rate: null }, { client_id });
    await addLineService(api, contract_line_id, { configuration_type: 'Fixed', quantity: 3, custom_rate: 1_500 });
    await addLineService(api, contract_line_id, { configuration_type: 'Fixed', type_config: { base_rate: 700 } });
    expect((await linesOf(generate())).lines).toMatchObject([[expect.any(String), 1, 5_200]]);
  });
});

describe('services of contract lines', () => {
  let service: TestService;
  let api: TestApi;
  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
    api = service.api(caller());
  });
  afterAll(() => service.stop());

  it.each([
    [{ configuration_type: 'Hourly' }, ['type_config', 'hourly_rate']],
    [{ configuration_type: 'Bucket', type_config: { total_minutes: 0, overage_rate: 1 } }, ['type_config', 'total_minutes']],
    [{ configuration_type: 'Fixed', rate_tiers: [{ min_quantity: 0, max_quantity: null, rate: 1 }] }, ['rate_tiers']],
    [
      {
        configuration_type: 'Usage',
        type_config: { unit_of_measure: 'GB' },
        rate_tiers: [
          { min_quantity: 0, max_quantity: 5, rate: 1 },
          { min_quantity: 6, max_quantity: null, rate: 1 },
        ],
      },
      ['rate_tiers', 1, 'min_quantity'],
    ],
    [
      { configuration_type: 'Usage', type_config: { unit_of_measure: 'GB' }, rate_tiers: [{ min_quantity: 0, max_quantity: 5, rate: 1 }] },
      ['rate_tiers', 0, 'max_quantity'],
    ],
  ])('refuse %j', async (given, path) => {
    const { contract_line_id } = await assignLine(api);
    const { service_id } = await makeService(api);
    const { status, body } = await api.post(`/api/v1/contract-lines/${contract_line_id}/services`, { service_id, ...given });
    expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path });
  });

  it('are in a line once', async () => {
    const { contract_line_id } = await assignLine(api);
    const service_id = await addLineService(api, contract_line_id);
    const again = await api.post(`/api/v1/contract-lines/${contract_line_id}/services`, { service_id });
    expect({ status: again.status, details: again.body.error.details }).toEqual({ status: 409, details: { service_id } });
  });
});

describe('records of usage', () => {
  let service: TestService;
  let api: TestApi;
  beforeAll(async () => {
    service = await TestService.start(billingService, { ports: fakes });
    api = service.api(caller());
  });
  afterAll(() => service.stop());

  it('count once for each id of the caller, however often and at once they are sent', async () => {
    const { service_id } = await makeService(api);
    const body = { transaction_id: 'meter-1', client_id: randomUUID(), service_id, quantity: 4 };
    const replies = await Promise.all(Array.from({ length: 8 }, () => api.post('/api/v1/usage-records', body)));
    expect(new Set(replies.map((reply) => reply.body.data.usage_id)).size).toBe(1);
    const other = await api.post('/api/v1/usage-records', { ...body, quantity: 5 });
    expect({ status: other.status, details: other.body.error.details }).toMatchObject({ status: 409, details: { fields: ['quantity'] } });
    const bulk = { records: [body, { ...body, transaction_id: 'meter-2' }, { ...body, quantity: 5 }] };
    expect((await api.post('/api/v1/usage-records/bulk', bulk)).body.data).toMatchObject({
      created_count: 1,
      duplicate_count: 1,
      errors: [{ index: 2, code: 'CONFLICT' }],
    });
  });
});
