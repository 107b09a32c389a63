import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { invoiceEvents } from '@psa/contracts-billing';
import { type TimeEntryFacts, timeEntryEvents } from '@psa/contracts-time';
import { caller, eventually, everyPermission, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { fakes } from '../../testing/fakes.ts';
import { assignLine, JUNE } from '../../testing/invoice.fixtures.ts';
import { makeService } from '../../testing/service.fixtures.ts';

const PATH = '/api/v1/invoices';

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

  const facts = (given: Partial<TimeEntryFacts> = {}): TimeEntryFacts => ({
    entry_id: randomUUID(),
    user_id: me.userId,
    work_item_type: 'ticket',
    work_item_id: randomUUID(),
    client_id,
    project_id: null,
    service_id: randomUUID(),
    work_date: '2026-06-02',
    start_time: '2026-06-02T09:00:00Z',
    end_time: '2026-06-02T09:20:00Z',
    duration_minutes: 20,
    billable_duration: 20,
    is_billable: true,
    contract_line_id: null,
    tax_region: null,
    time_sheet_id: null,
    approval_status: 'APPROVED',
    invoice_id: null,
    ...given,
  });

  /** Lets the time service tell that work was approved. */
  async function approved(given: Partial<TimeEntryFacts> = {}): Promise<TimeEntryFacts> {
    const entry = facts(given);
    await service.publish(me.tenant, timeEntryEvents.approved, { ...entry, approved_by: me.userId }, 3);
    await service.settled();
    return entry;
  }

  const generate = (given: Record<string, unknown> = {}) => api.post(`${PATH}/generate`, { client_id, ...JUNE, ...given });
  const preview = (given: Record<string, unknown> = {}) => api.post(`${PATH}/preview`, { client_id, ...JUNE, ...given });
  const told = async (type: string) => (await service.events(me.tenant)).filter((event) => event.type === type).map(({ data }) => data);

  it('bill work at the rate it was logged with, also after the price of the service was raised', async () => {
    const { service_id } = await makeService(api, { default_rate: 15_000 });
    await approved({ service_id, billable_duration: 60, rate: 12_000 });
    await approved({ service_id, billable_duration: 60, rate: 15_000, start_time: '2026-06-02T13:00:00Z' });
    const { body } = await generate();
    expect(body.data.subtotal).toBe(27_000);
    expect(body.data.line_items.map(({ unit_price }: { unit_price: number }) => unit_price)).toEqual([12_000, 15_000]);
  });

  it('bill fees and approved work, to the cent, with how each line came about', async () => {
    const { contract_line_id } = await assignLine(api, { base_rate: 12_000, billing_timing: 'advance' }, { client_id });
    const { service_id } = await makeService(api, { default_rate: 12_345 });
    const entries = [
      await approved({ service_id, billable_duration: 2 }),
      await approved({ service_id, billable_duration: 18, work_date: '2026-06-30', start_time: '2026-06-30T09:00:00Z' }),
    ];
    await approved({ service_id, work_date: '2026-07-01' });
    await approved({ service_id, client_id: randomUUID() });
    const shown = await preview();
    const { status, body } = await generate();
    expect({ status, data: body.data }).toMatchObject({
      status: 201,
      data: {
        status: 'draft',
        is_manual: false,
        billing_period_start: '2026-06-01',
        billing_period_end: '2026-07-01',
        subtotal: 12_000 + 4_115,
        line_items: [
          { contract_line_id, net_amount: 12_000, service_period_start: '2026-06-01', is_manual: false },
          { service_id, minutes: 20, unit_price: 12_345, net_amount: 4_115, explanation: expect.stringContaining('2 time entries') },
        ],
      },
    });
    expect(shown.body.data).toMatchObject({ subtotal: body.data.subtotal, total_amount: body.data.total_amount, time_entries: 2 });
    expect(await told(invoiceEvents.workBilled.type)).toEqual([
      { invoice_id: body.data.invoice_id, client_id, time_entry_ids: entries.map(({ entry_id }) => entry_id), usage_record_ids: [] },
    ]);
  });

  it('bill hourly lines at their own price, minimum and rounding', async () => {
    await assignLine(
      api,
      { contract_line_type: 'Hourly', base_rate: undefined, hourly_rate: 9_000, minimum_billable_time: 30, round_up_to_nearest: 15 },
      { client_id, custom_rate: 6_000 },
    );
    const { service_id } = await makeService(api);
    await approved({ service_id, billable_duration: 5 });
    await approved({ service_id, billable_duration: 31 });
    expect((await generate()).body.data.line_items).toMatchObject([{ minutes: 75, unit_price: 6_000, net_amount: 7_500, quantity: 1.25 }]);
  });

  it('leave out what is not approved, not billable or gone', async () => {
    const { service_id } = await makeService(api);
    const entry = await approved({ service_id });
    await service.publish(
      me.tenant,
      timeEntryEvents.changesRequested,
      { ...entry, approval_status: 'CHANGES_REQUESTED', requested_by: me.userId, reason: 'x' },
      4,
    );
    const gone = await approved({ service_id });
    await service.publish(me.tenant, timeEntryEvents.deleted, gone, 4);
    await approved({ service_id, billable_duration: 0, is_billable: false });
    await service.settled();
    const { status, body } = await generate();
    expect({ status, code: body.error.code }).toEqual({ status: 409, code: 'CONFLICT' });
    expect((await preview()).status).toBe(409);
  });

  it('bill nothing twice, however many at once', async () => {
    await assignLine(api, { billing_timing: 'advance' }, { client_id });
    const { service_id } = await makeService(api);
    await approved({ service_id });
    const replies = await Promise.all(Array.from({ length: 10 }, () => generate()));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    await approved({ service_id });
    expect((await generate()).body.data.line_items).toHaveLength(1);
  });

  it('are what the preview showed, or are refused', async () => {
    await assignLine(api, {}, { client_id });
    const { content_hash } = (await preview()).body.data;
    expect((await preview()).body.data.content_hash).toBe(content_hash);
    await approved({ service_id: (await makeService(api)).service_id });
    const other = (await preview()).body.data.content_hash;
    expect(other).not.toBe(content_hash);
    expect((await generate({ content_hash })).body.error).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'content_changed', content_hash: other },
    });
    expect((await generate({ content_hash: other })).status).toBe(201);
  });

  it('are one, however many ask for the same at once', async () => {
    await assignLine(api, {}, { client_id });
    // Who would wait too long for the others is told to ask again.
    const ask = () =>
      eventually(async () => {
        const answer = await generate();
        return answer.status !== 503 && answer;
      });
    const answers = await Promise.all(Array.from({ length: 100 }, ask));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]));
    expect((await api.get(PATH, { query: { client_id } })).body.pagination.total).toBe(1);
  });

  it('free what they billed when the draft is deleted or changed, or the invoice is voided', async () => {
    const { service_id } = await makeService(api);
    await assignLine(api, { billing_timing: 'advance' }, { client_id });
    const { entry_id } = await approved({ service_id });
    const deleted = (await generate()).body.data as { invoice_id: string };
    expect((await api.delete(`${PATH}/${deleted.invoice_id}`)).status).toBe(204);
    const again = (await generate({ finalize: true })).body.data as { invoice_id: string; status: string; line_items: unknown[] };
    expect(again).toMatchObject({ status: 'sent', line_items: [{}, {}] });
    expect((await generate()).status).toBe(409);
    await api.post(`${PATH}/${again.invoice_id}/void`, { reason: 'The wrong month' });
    const third = (await generate()).body.data as { invoice_id: string; line_items: { item_id: string; minutes: number | null }[] };
    const fee = third.line_items.find(({ minutes }) => minutes === null)!;
    await api.put(`${PATH}/${third.invoice_id}`, {
      items: [{ item_id: fee.item_id, description: 'Care', quantity: 1, unit_price: 12_000 }],
    });
    expect(await told(invoiceEvents.workReleased.type)).toMatchObject([
      { invoice_id: deleted.invoice_id, time_entry_ids: [entry_id] },
      { invoice_id: again.invoice_id, time_entry_ids: [entry_id] },
      { invoice_id: third.invoice_id, time_entry_ids: [entry_id] },
    ]);
    expect((await generate()).body.data.line_items).toMatchObject([{ service_id }]);
  });

  it('have a price in their currency for everything, or name the service that has none', async () => {
    const { service_id } = await makeService(api, { default_rate: 9_000, prices: [{ currency_code: 'JPY', rate: 1_200 }] });
    await approved({ service_id });
    expect((await preview({ currency_code: 'JPY' })).body.data.subtotal).toBe(400);
    const { status, body } = await generate({ currency_code: 'EUR' });
    expect([status, body.error.details]).toEqual([409, { reason: 'no_price', service_id, currency_code: 'EUR' }]);
    const manual = await api.post(PATH, { client_id, currency_code: 'EUR', items: [{ description: 'Support', service_id }] });
    expect([manual.status, manual.body.error.details[0].path]).toEqual([400, ['items', 0, 'unit_price']]);
  });

  it('bill an assignment until it was deactivated, and what replaces it once', async () => {
    const assignment = await assignLine(api, { base_rate: 5_000 }, { client_id });
    const listed = await api.get(`/api/v1/company-contract-lines?client_id=${client_id}`);
    const id = listed.body.data[0].client_contract_line_id as string;
    expect((await api.delete(`/api/v1/company-contract-lines/${id}`)).status).toBe(204);
    expect((await preview({ period_end: '2026-06-30' })).body.data.subtotal).toBe(5_000);
    const { contract_line_id } = assignment;
    const again = {
      client_id,
      contract_line_id,
      client_contract_id: listed.body.data[0].client_contract_id,
      start_date: '2026-01-01',
      custom_rate: 700,
    };
    expect((await api.post('/api/v1/company-contract-lines', again)).status).toBe(201);
    expect((await preview({ period_end: '2026-06-30' })).body.data.subtotal).toBe(700);
  });

  it('become final at once only by who may finalize', async () => {
    await assignLine(api, {}, { client_id });
    const limited = service.api({ ...me, permissions: everyPermission.filter((name) => name !== 'invoice:finalize') });
    expect((await limited.post(`${PATH}/generate`, { client_id, ...JUNE, finalize: true })).status).toBe(403);
    expect((await api.get(PATH)).body.pagination.total).toBe(0);
  });

  it('are made by commands of automation, which name instants', async () => {
    await assignLine(api, {}, { client_id });
    const data = { client_id, period_start: '2026-06-01T00:00:00Z', period_end: '2026-07-01T00:00:00Z', finalize: true };
    const { id } = await service.command(me.tenant, { entity: 'invoice', operation: 'generate', data });
    expect((await api.get(`${PATH}/${id}`)).body.data).toMatchObject({ status: 'sent', invoice_number: 'INV-000001' });
  });

  it('name what is wrong with a window', async () => {
    const refusals: [Record<string, unknown>, string][] = [
      [{ period_end: '2026-06-01' }, 'period_end'],
      [{ period_end: '2028-06-01' }, 'period_end'],
      [{ period_start: 'June' }, 'period_start'],
      [{ currency_code: 'XQX' }, 'currency_code'],
    ];
    for (const [given, field] of refusals) {
      const { status, body } = await generate(given);
      expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: [field] });
    }
  });
});
