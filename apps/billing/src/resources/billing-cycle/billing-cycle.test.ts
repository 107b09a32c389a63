import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { billingPeriodOf } from '@psa/calendar';
import { billingCycleEvents, billingRunEvents } from '@psa/contracts-billing';
import { timeEntryEvents, type TimeEntryFacts } from '@psa/contracts-time';
import { caller, everyPermission, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { billingService } from '../../billing-service.ts';
import { finishedRun } from '../../testing/billing-cycle.fixtures.ts';
import { clientFacts, fakes, mails } from '../../testing/fakes.ts';
import { assignLine } from '../../testing/invoice.fixtures.ts';
import { makeService } from '../../testing/service.fixtures.ts';

const RUNS = '/api/v1/billing-runs';
const today = new Date().toISOString().slice(0, 10);
const month = billingPeriodOf(today, 'monthly', {});

describe('billing runs', () => {
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
    clientFacts.set(client_id, { billing_cycle: 'monthly', auto_invoice: true });
  });

  const settingsOf = (id: string) => `/api/v1/clients/${id}/billing-settings`;
  const run = async (given: Record<string, unknown> = {}) => {
    const { status, body, text } = await api.post(RUNS, given);
    if (status !== 201) throw new Error(text);
    return finishedRun(api, body.data.run_id);
  };
  const invoices = async () => (await api.get('/api/v1/invoices?include_items=true&sort=created_at&order=asc')).body.data;
  const resultOf = async (run_id: unknown) => (await api.get(`${RUNS}/${run_id}/clients`)).body.data[0];
  const retainer = (given: Record<string, unknown> = {}) => assignLine(api, { billing_timing: 'advance', ...given }, { client_id });

  /** Lets the time service tell of an hour of work. */
  async function worked(work_date: string, approval_status = 'APPROVED'): Promise<void> {
    const entry: TimeEntryFacts = {
      entry_id: randomUUID(),
      user_id: me.userId,
      work_item_type: 'ticket',
      work_item_id: randomUUID(),
      client_id,
      project_id: null,
      service_id: (await makeService(api)).service_id,
      work_date,
      start_time: `${work_date}T09:00:00Z`,
      end_time: `${work_date}T10:00:00Z`,
      duration_minutes: 60,
      billable_duration: 60,
      is_billable: true,
      contract_line_id: null,
      tax_region: null,
      time_sheet_id: null,
      approval_status,
      invoice_id: null,
    };
    await service.publish(me.tenant, timeEntryEvents.submitted, { ...entry, submitted_by: me.userId }, 2);
    await service.settled();
  }

  it('bill a cycle on its first day: fees in advance for it, and what was left since the client is billed', async () => {
    await retainer({ base_rate: 12_000 });
    await api.put(settingsOf(client_id), { bills_from: '2026-05-01', po_number: 'PO-7' });
    await worked('2026-06-02');
    await worked('2026-07-01');
    const result = await run({ as_of: '2026-07-01', client_ids: [client_id] });
    expect(result).toMatchObject({ clients: 1, clients_done: 1, invoices_created: 1, failed: 0, trigger: 'request' });
    const [invoice] = await invoices();
    expect(invoice).toMatchObject({
      status: 'draft',
      billing_period_start: '2026-07-01',
      billing_period_end: '2026-08-01',
      po_number: 'PO-7',
    });
    expect(invoice.line_items).toMatchObject([
      { service_period_start: '2026-05-01', minutes: null },
      { service_period_start: '2026-06-01', minutes: null },
      { service_period_start: '2026-07-01', minutes: null },
      { service_period_end: '2026-07-01', minutes: 60 },
    ]);
    const { body } = await api.get(`/api/v1/billing-cycles?client_id=${client_id}`);
    expect(body.data).toMatchObject([{ status: 'invoiced', invoice_id: invoice.invoice_id, period_start: '2026-07-01' }]);
    expect((await api.get(`/api/v1/invoices?billing_cycle_id=${body.data[0].billing_cycle_id}`)).body.pagination.total).toBe(1);
    expect((await api.get(settingsOf(client_id))).body.data).toMatchObject({ next_cycle_start: '2026-08-01', bills_from: '2026-05-01' });
  });

  it('make up for missed cycles, the oldest first, and bill none twice, however many at once', async () => {
    await retainer();
    await run({ as_of: '2026-06-10', client_ids: [client_id] });
    const results = await Promise.all(Array.from({ length: 5 }, () => run({ as_of: '2026-09-01', client_ids: [client_id] })));
    expect(results.reduce((sum, { invoices_created }) => sum + Number(invoices_created), 0)).toBe(3);
    // By their ids, which rise: the transaction of one that waited for another's began before it.
    const made = (await invoices()) as { invoice_id: string; billing_period_start: string }[];
    const periods = made
      .toSorted((one, other) => (one.invoice_id < other.invoice_id ? -1 : 1))
      .map(({ billing_period_start }) => billing_period_start);
    expect(periods).toEqual(['2026-06-01', '2026-07-01', '2026-08-01', '2026-09-01']);
  });

  it('bill by themselves the clients that want it, and mail what became final, once', async () => {
    await retainer({ base_rate: 5_000 });
    const address = `${client_id}@acme.example`;
    await api.put(settingsOf(client_id), { auto_finalize: true, auto_send: true, invoice_emails: [address] });
    await assignLine(api, { billing_timing: 'advance' });
    await service.tick('billing-runs');
    const { data } = (await api.get(RUNS)).body;
    expect(data).toMatchObject([{ trigger: 'schedule', clients: 1, as_of: today }]);
    await finishedRun(api, data[0].run_id);
    expect(await invoices()).toMatchObject([
      { client_id, status: 'sent', invoice_number: 'INV-000001', billing_period_start: month.start },
    ]);
    const sent = () => mails.filter(({ to }) => to[0] === address);
    for (let tries = 0; tries < 200 && sent().length === 0; tries++) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(sent()).toHaveLength(1);
    await service.tick('billing-runs');
    expect((await api.get(RUNS)).body.pagination.total).toBe(1);
    const told = (await service.events(me.tenant)).filter(({ type }) => type === billingRunEvents.completed.type);
    expect(told.map((event) => event.data)).toMatchObject([{ run_id: data[0].run_id, invoices_created: 1, failed: 0 }]);
  });

  it('say of a client why it could not be billed, bill the others, and try again the next day', async () => {
    clientFacts.set(client_id, { billing_cycle: 'monthly', auto_invoice: true, region_code: 'NOWHERE' });
    await retainer({ base_rate: 12_000 });
    const other = (await assignLine(api, { billing_timing: 'advance' })).client_id;
    const first = await run({ as_of: '2026-06-01', client_ids: [client_id, other] });
    expect(first).toMatchObject({ invoices_created: 1, failed: 1 });
    const { data } = (await api.get(`${RUNS}/${first['run_id']}/clients?outcome=failed`)).body;
    expect(data).toMatchObject([{ client_id, error: expect.stringContaining('no tax rate') }]);
    const [cycle] = (await api.get(`/api/v1/billing-cycles?status=failed`)).body.data;
    expect(cycle).toMatchObject({ client_id, last_error: expect.stringContaining('NOWHERE') });
    const failed = (await service.events(me.tenant)).filter(({ type }) => type === billingCycleEvents.failed.type);
    expect(failed.map(({ data }) => data)).toMatchObject([{ billing_cycle_id: cycle.billing_cycle_id, client_id, retry_on: '2026-06-02' }]);
    expect((await api.get(settingsOf(client_id))).body.data).toMatchObject({ next_cycle_start: null, retry_on: '2026-06-02' });
    await api.post('/api/v1/financial/tax/rates', { region_code: 'NOWHERE', tax_percentage: 10, start_date: '2020-01-01' });
    const { status, body } = await api.post('/api/v1/invoices/generate', { billing_cycle_id: cycle.billing_cycle_id });
    expect({ status, data: body.data }).toMatchObject({ status: 201, data: { billing_cycle_id: cycle.billing_cycle_id, tax: 1_200 } });
    expect((await api.get(settingsOf(client_id))).body.data.next_cycle_start).toBe('2026-07-01');
  });

  it('show what a cycle would be billed as once its draft is deleted', async () => {
    await retainer();
    await run({ as_of: '2026-06-01', client_ids: [client_id] });
    const [{ invoice_id, billing_cycle_id, total_amount }] = await invoices();
    expect((await api.post('/api/v1/invoices/generate', { billing_cycle_id })).status).toBe(409);
    await api.delete(`/api/v1/invoices/${invoice_id}`);
    expect((await api.get(`/api/v1/billing-cycles/${billing_cycle_id}`)).body.data).toMatchObject({ status: 'open', invoice_id: null });
    expect((await api.post('/api/v1/invoices/preview', { billing_cycle_id })).body.data).toMatchObject({ total_amount, client_id });
  });

  it('wait for a purchase order where one is needed, and bill nobody who owes nothing', async () => {
    await retainer();
    await api.put(settingsOf(client_id), { po_required: true });
    const { run_id } = await run({ as_of: '2026-06-01', client_ids: [client_id] });
    expect(await resultOf(run_id)).toMatchObject({ outcome: 'failed', error: 'The client has no purchase order' });
    const idle = await run({ as_of: '2026-06-01', client_ids: [randomUUID()] });
    expect(await resultOf(idle['run_id'])).toMatchObject({ outcome: 'nothing_to_bill', invoices_created: 0 });
  });

  it('leave work that nobody approved and say how much; by hand that is a conflict unless it is to be left', async () => {
    await retainer();
    await api.put(settingsOf(client_id), { bills_from: '2026-06-01' });
    await worked('2026-06-02');
    await worked('2026-06-03', 'SUBMITTED');
    const window = { client_id, period_start: '2026-06-01', period_end: '2026-07-01' };
    const { status, body } = await api.post('/api/v1/invoices/generate', window);
    const details = { reason: 'unapproved_time', time_entries: 1, minutes: 60 };
    expect({ status, details: body.error.details }).toEqual({ status: 409, details });
    expect((await api.post('/api/v1/invoices/preview', window)).body.data).toMatchObject({ time_entries: 1, unapproved_minutes: 60 });
    await run({ as_of: '2026-07-01', client_ids: [client_id] });
    expect((await api.get('/api/v1/billing-cycles')).body.data).toMatchObject([{ status: 'invoiced', unapproved_minutes: 60 }]);
    expect((await api.post('/api/v1/invoices/generate', { ...window, leave_unapproved: true })).status).toBe(409);
  });

  it('leave every billable minute invoiced, listed as unbilled, or unapproved', async () => {
    await api.put(settingsOf(client_id), {});
    await assignLine(api, { contract_line_type: 'Hourly', base_rate: undefined, hourly_rate: 6_000 }, { client_id });
    await worked('2026-06-02');
    await worked('2026-06-03', 'SUBMITTED');
    await worked('2026-07-03');
    await api.post('/api/v1/invoices/generate', {
      client_id,
      period_start: '2026-06-01',
      period_end: '2026-07-01',
      leave_unapproved: true,
    });
    const report = (await api.get(`/api/v1/financial/reports/time?client_id=${client_id}`)).body.data;
    expect(report).toMatchObject({ approved_minutes: 120, invoiced_minutes: 60, unbilled_minutes: 60, unapproved_minutes: 60 });
    const unbilled = async (query: string) =>
      (await api.get(`/api/v1/financial/reports/unbilled-time?client_id=${client_id}&order=asc${query}`)).body.data.map(
        ({ work_date }: { work_date: string }) => work_date,
      );
    expect(await unbilled('')).toEqual(['2026-06-03', '2026-07-03']);
    expect(await unbilled('&is_approved=true')).toEqual(['2026-07-03']);
  });

  it('leave out work that was written off, until it is restored', async () => {
    await assignLine(api, { contract_line_type: 'Hourly', base_rate: undefined, hourly_rate: 6_000 }, { client_id });
    await worked('2026-06-02');
    await worked('2026-06-03');
    await worked('2026-06-04', 'SUBMITTED');
    const listed = async (query = '') =>
      (await api.get(`/api/v1/financial/reports/unbilled-time?client_id=${client_id}&order=asc${query}`)).body.data as {
        time_entry_id: string;
      }[];
    const [first, second, submitted] = (await listed()).map(({ time_entry_id }) => time_entry_id);
    const writeOff = (ids: unknown[]) => api.post('/api/v1/financial/unbilled-time/write-off', { time_entry_ids: ids, reason: 'Training' });
    expect((await writeOff([first, submitted])).body.error.details).toEqual({ time_entry_ids: [submitted] });
    expect((await writeOff([first, randomUUID()])).body.error.details[0].path).toEqual(['time_entry_ids', 1]);
    expect((await writeOff([first])).body.data).toEqual({ updated_count: 1 });
    expect((await writeOff([first])).body.data).toEqual({ updated_count: 0 });
    const june = { client_id, period_start: '2026-06-01', period_end: '2026-07-01', leave_unapproved: true };
    expect((await api.post('/api/v1/invoices/generate', june)).body.data.subtotal).toBe(6_000);
    expect((await writeOff([second])).status).toBe(409);
    expect((await listed('&is_written_off=true')).map(({ time_entry_id }) => time_entry_id)).toEqual([first]);
    expect((await api.get(`/api/v1/financial/reports/time?client_id=${client_id}`)).body.data).toMatchObject({
      approved_minutes: 120,
      invoiced_minutes: 60,
      written_off_minutes: 60,
      unbilled_minutes: 0,
      unapproved_minutes: 60,
    });
    expect((await api.post('/api/v1/invoices/generate', june)).status).toBe(409);
    const restored = await api.post('/api/v1/financial/unbilled-time/restore', { time_entry_ids: [first] });
    expect(restored.body.data).toEqual({ updated_count: 1 });
    expect((await api.post('/api/v1/invoices/generate', june)).body.data.subtotal).toBe(6_000);
  });

  it('begin on the day of the client, after a short one where that day is another than before', async () => {
    await retainer({ base_rate: 12_000 });
    await run({ as_of: '2026-06-01', client_ids: [client_id] });
    await api.put(settingsOf(client_id), { cycle_anchor: { day: 16 } });
    await run({ as_of: '2026-07-20', client_ids: [client_id] });
    const periods = (await invoices()).map((invoice: Record<string, unknown>) => [invoice['billing_period_start'], invoice['subtotal']]);
    expect(periods).toEqual([
      ['2026-06-01', 12_000],
      ['2026-07-01', 6_000],
      ['2026-07-16', 12_000],
    ]);
    expect((await api.get(settingsOf(client_id))).body.data).toMatchObject({ cycle_anchor: { day: 16 }, next_cycle_start: '2026-08-16' });
    expect((await api.put(settingsOf(client_id), { cycle_anchor: { day: 32 } })).status).toBe(400);
  });

  it('make invoices that come to nothing final where that is wanted', async () => {
    await retainer({ base_rate: 0 });
    await run({ as_of: '2026-06-01', client_ids: [client_id] });
    await api.put('/api/v1/billing-settings', { zero_dollar_invoice_handling: 'finalized' });
    await run({ as_of: '2026-07-01', client_ids: [client_id] });
    expect((await invoices()).map(({ status }: { status: string }) => status)).toEqual(['draft', 'paid']);
    const limited = service.api({ ...me, permissions: everyPermission.filter((name) => name !== 'invoice:finalize') });
    expect((await limited.put('/api/v1/billing-settings', { zero_dollar_invoice_handling: 'finalized' })).status).toBe(403);
  });

  it('ask for the right to finalize of whoever lets them do it', async () => {
    const limited = service.api({ ...me, permissions: everyPermission.filter((name) => name !== 'invoice:finalize') });
    await retainer();
    expect((await limited.put(settingsOf(client_id), { auto_finalize: true })).status).toBe(403);
    expect((await limited.put(settingsOf(client_id), { auto_finalize: false })).status).toBe(200);
  });
});
