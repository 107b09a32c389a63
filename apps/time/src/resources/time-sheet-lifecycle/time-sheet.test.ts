import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { addDays } from '@psa/calendar';
import { timeEntryEvents, timePeriodEvents, timeSheetEvents } from '@psa/contracts-time';
import { caller, everyPermission, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { fakes, managed } from '../../testing/fakes.ts';
import { anEntry, type MadeEntry, makeEntry, makeMonth } from '../../testing/make-time.ts';
import { timeService } from '../../time-service.ts';

const PATH = '/api/v1/time-sheets';
const ENTRIES = '/api/v1/time-entries';
const without = (...names: string[]) => everyPermission.filter((name) => !names.includes(name));

describe('time sheets', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let approver: TestCaller;
  let deciding: TestApi;

  beforeAll(async () => {
    service = await TestService.start(timeService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
    approver = { ...me, userId: randomUUID() };
    deciding = service.api(approver);
  });

  const submit = (id: string, by = api) => by.post(`${PATH}/${id}/submit`, {});
  const approve = (id: string, by = deciding) => by.post(`${PATH}/${id}/approve`, {});
  const giveBack = (id: string, by = deciding) => by.post(`${PATH}/${id}/request-changes`, { change_reason: 'The wrong client' });
  const reverse = (id: string, by = deciding) => by.post(`${PATH}/${id}/reverse-approval`, { reversal_reason: 'Too early' });
  const statusOf = async (id: string) => (await api.get(`${PATH}/${id}`)).body.data.approval_status as string;
  const entryStatus = async ({ entry_id }: MadeEntry) => (await api.get(`${ENTRIES}/${entry_id}`)).body.data.approval_status as string;
  const told = async (type: string) => (await service.events(me.tenant)).filter((event) => event.type === type).map(({ data }) => data);

  it('are opened once for a person and a period, by them or by who may approve their time', async () => {
    const period_id = await makeMonth(api);
    const { status, body } = await api.post(PATH, { period_id, notes: 'Away' });
    expect({ status, data: body.data }).toMatchObject({
      status: 201,
      data: {
        user_id: me.userId,
        approval_status: 'DRAFT',
        entry_count: 0,
        period_start: '2026-06-01',
        period_end: '2026-07-01',
        notes: 'Away',
      },
    });
    expect((await api.post(PATH, { period_id })).status).toBe(409);
    expect((await makeEntry(api)).time_sheet_id).toBe(body.data.id);
    const limited = service.api({ ...approver, permissions: without('timesheet:read_all') });
    const other = randomUUID();
    expect((await limited.post(PATH, { period_id, user_id: other })).status).toBe(403);
    managed.set(approver.userId, [other]);
    expect((await limited.post(PATH, { period_id, user_id: other })).status).toBe(201);
    const unknown = `${UNKNOWN}0000-4000-8000-000000000000`;
    expect((await api.post(PATH, { period_id: randomUUID() })).body.error.details[0].path).toEqual(['period_id']);
    expect((await api.post(PATH, { period_id, user_id: unknown })).body.error.details[0].path).toEqual(['user_id']);
  });

  it('show what is on them, with the sums', async () => {
    const { time_sheet_id } = await makeEntry(api, {}, 2);
    await makeEntry(api, { is_billable: false, work_item_type: 'ad_hoc', work_item_id: undefined, end_time: '2026-06-03T11:30:00Z' }, 3);
    const { body } = await api.get(`${PATH}/${time_sheet_id}`);
    expect(body.data).toMatchObject({
      entry_count: 2,
      total_hours: 3.5,
      billable_hours: 1,
      user: { user_id: me.userId, name: 'Ada Lovelace' },
      time_entries: [{ work_date: '2026-06-02' }, { work_date: '2026-06-03' }],
      summary: {
        non_billable_hours: 2.5,
        entries_by_type: { ticket: 1, ad_hoc: 1 },
        entries_by_day: { '2026-06-02': 1, '2026-06-03': 2.5 },
        approval_ready: false,
      },
    });
  });

  it('are handed in with their entries, which then stand still, and approved', async () => {
    const entry = await makeEntry(api);
    const id = entry.time_sheet_id;
    expect((await submit(id)).body.data).toMatchObject({ approval_status: 'SUBMITTED', summary: { approval_ready: true } });
    expect(await entryStatus(entry)).toBe('SUBMITTED');
    expect((await api.put(`${ENTRIES}/${entry.entry_id}`, { notes: 'x' })).status).toBe(409);
    expect((await api.delete(`${ENTRIES}/${entry.entry_id}`)).status).toBe(409);
    expect((await api.post(ENTRIES, anEntry({}, 4))).status).toBe(409);
    const { body } = await deciding.post(`${PATH}/${id}/approve`, { approval_notes: 'Fine' });
    expect(body.data).toMatchObject({
      approval_status: 'APPROVED',
      approved_by: approver.userId,
      approval_notes: 'Fine',
      comments: [{ comment_text: 'Fine', is_approver: true, user_role: 'approver' }],
      time_entries: [{ approval_status: 'APPROVED' }],
    });
    expect(await told(timeSheetEvents.submitted.type)).toMatchObject([{ id, entry_ids: [entry.entry_id], submitted_by: me.userId }]);
    expect(await told(timeSheetEvents.approved.type)).toMatchObject([
      { id, total_minutes: 60, approved_by: approver.userId, user_id: me.userId },
    ]);
    expect(await told(timeEntryEvents.submitted.type)).toHaveLength(1);
    expect(await told(timeEntryEvents.approved.type)).toMatchObject([{ entry_id: entry.entry_id, approval_status: 'APPROVED' }]);
  });

  it('are given back, changed and handed in again', async () => {
    const entry = await makeEntry(api);
    const id = entry.time_sheet_id;
    await submit(id);
    expect((await giveBack(id)).body.data.approval_status).toBe('CHANGES_REQUESTED');
    expect(await entryStatus(entry)).toBe('CHANGES_REQUESTED');
    expect((await api.put(`${ENTRIES}/${entry.entry_id}`, { notes: 'The right client' })).status).toBe(200);
    expect((await submit(id)).status).toBe(200);
    expect(await told(timeSheetEvents.changesRequested.type)).toMatchObject([
      { reason: 'The wrong client', requested_by: approver.userId },
    ]);
  });

  it('have their approval taken back, but not once an entry is on an invoice', async () => {
    const entry = await makeEntry(api);
    const id = entry.time_sheet_id;
    await submit(id);
    await approve(id);
    expect((await giveBack(id)).status).toBe(409);
    await service.sql('update time_entries set invoice_id = $2 where entry_id = $1', [entry.entry_id, randomUUID()]);
    expect((await reverse(id)).status).toBe(409);
    await service.sql('update time_entries set invoice_id = null where entry_id = $1', [entry.entry_id]);
    expect((await reverse(id)).body.data).toMatchObject({
      approval_status: 'CHANGES_REQUESTED',
      approved_by: null,
      approved_at: null,
      time_entries: [{ approval_status: 'CHANGES_REQUESTED' }],
    });
    expect(await told(timeSheetEvents.approvalReversed.type)).toMatchObject([{ reason: 'Too early', reversed_by: approver.userId }]);
  });

  it('without entries are handed in only where the tenant has it so', async () => {
    const { body } = await api.post(PATH, { period_id: await makeMonth(api) });
    expect((await submit(body.data.id)).status).toBe(409);
    await api.put('/api/v1/time-settings', { allow_empty_sheets: true });
    expect((await submit(body.data.id)).status).toBe(200);
    expect((await approve(body.data.id)).status).toBe(200);
  });

  it('are decided on by nobody for themselves, by any route, unless duties are not separated', async () => {
    const { entry_id, time_sheet_id: id } = await makeEntry(api);
    await submit(id);
    expect((await approve(id, api)).status).toBe(403);
    expect((await giveBack(id, api)).status).toBe(403);
    expect((await api.post(`${PATH}/bulk-approve`, { time_sheet_ids: [id] })).body.data.results).toMatchObject([
      { success: false, code: 'FORBIDDEN' },
    ]);
    const byEntry = await api.post(`${ENTRIES}/approve`, { entry_ids: [entry_id] });
    expect({ status: byEntry.status, details: byEntry.body.error.details }).toMatchObject({
      status: 400,
      details: { results: [{ entry_id, success: false, code: 'FORBIDDEN' }] },
    });
    await api.put('/api/v1/time-settings', { separation_of_duties: false });
    expect((await approve(id, api)).status).toBe(200);
  });

  it('are decided on only by who manages their owner, or reads all', async () => {
    const { time_sheet_id: id } = await makeEntry(api);
    const limited = service.api({ ...approver, permissions: without('timesheet:read_all') });
    expect((await submit(id, limited)).status).toBe(403);
    expect((await limited.get(`${PATH}/${id}`)).status).toBe(403);
    expect((await limited.get(PATH)).body.data).toEqual([]);
    await submit(id);
    expect((await approve(id, limited)).status).toBe(403);
    managed.set(approver.userId, [me.userId]);
    expect((await limited.get(PATH)).body.data).toHaveLength(1);
    expect((await approve(id, limited)).status).toBe(200);
  });

  it('are approved entry by entry, and are approved with the last of them', async () => {
    const [one, other] = [await makeEntry(api, {}, 2), await makeEntry(api, {}, 3)];
    const id = one.time_sheet_id;
    const approving = (entry: MadeEntry) =>
      deciding.post(`${ENTRIES}/approve`, { entry_ids: [entry.entry_id, randomUUID()], approval_notes: 'Fine' });
    expect((await approving(one)).status).toBe(400);
    await submit(id);
    expect((await approving(one)).body.data).toMatchObject({
      approved_count: 1,
      results: [{ success: true }, { success: false, code: 'NOT_FOUND' }],
    });
    expect([await entryStatus(one), await entryStatus(other), await statusOf(id)]).toEqual(['APPROVED', 'SUBMITTED', 'SUBMITTED']);
    await approving(other);
    expect(await statusOf(id)).toBe('APPROVED');
    expect(await told(timeSheetEvents.approved.type)).toHaveLength(1);
    expect(await told(timeEntryEvents.approved.type)).toHaveLength(2);
  });

  it('are given back with one of their entries; what was approved stays so', async () => {
    const [one, other, third] = [await makeEntry(api, {}, 2), await makeEntry(api, {}, 3), await makeEntry(api, {}, 4)];
    const id = one.time_sheet_id;
    await submit(id);
    await deciding.post(`${ENTRIES}/approve`, { entry_ids: [one.entry_id] });
    const { body } = await deciding.post(`${ENTRIES}/request-changes`, {
      entry_ids: [other.entry_id, third.entry_id],
      change_reason: 'The wrong client',
    });
    expect(body.data.changed_count).toBe(2);
    const states = await Promise.all([one, other, third].map((entry) => entryStatus(entry)));
    expect([...states, await statusOf(id)]).toEqual(['APPROVED', 'CHANGES_REQUESTED', 'CHANGES_REQUESTED', 'CHANGES_REQUESTED']);
    expect((await api.get(`${PATH}/${id}/comments`)).body.data).toHaveLength(1);
    expect((await submit(id)).status).toBe(200);
    expect(await entryStatus(one)).toBe('APPROVED');
    expect((await approve(id)).status).toBe(200);
  });

  it('are approved in bulk, each by itself', async () => {
    const { time_sheet_id: mine } = await makeEntry(api);
    const { time_sheet_id: draft } = await makeEntry(service.api({ ...me, userId: randomUUID() }));
    await submit(mine);
    const { body } = await deciding.post(`${PATH}/bulk-approve`, { time_sheet_ids: [mine, draft, randomUUID()], approval_notes: 'Fine' });
    expect(body.data.results).toMatchObject([
      { time_sheet_id: mine, success: true, data: { approval_status: 'APPROVED' } },
      { time_sheet_id: draft, success: false, code: 'CONFLICT' },
      { success: false, code: 'NOT_FOUND' },
    ]);
    expect(await statusOf(draft)).toBe('DRAFT');
  });

  it('are approved in bulk once under a key, by whoever manages their people', async () => {
    const people = [randomUUID(), randomUUID()];
    managed.set(approver.userId, people);
    const manager = service.api({ ...approver, permissions: without('timesheet:read_all') });
    const time_sheet_ids = await Promise.all(
      people.map(async (userId) => {
        const person = service.api({ ...me, userId });
        const { time_sheet_id } = await makeEntry(person);
        await submit(time_sheet_id, person);
        return time_sheet_id;
      }),
    );
    const headers = { 'idempotency-key': randomUUID() };
    const answers = [];
    for (let time = 0; time < 2; time++) answers.push(await manager.post(`${PATH}/bulk-approve`, { time_sheet_ids }, { headers }));
    expect(answers[0]?.body.data.results).toMatchObject(time_sheet_ids.map((time_sheet_id) => ({ time_sheet_id, success: true })));
    expect(answers[1]?.text).toBe(answers[0]?.text);
  });

  it('change their notes alone, while they are not approved', async () => {
    const { time_sheet_id: id } = await makeEntry(api);
    const { body } = await api.put(`${PATH}/${id}`, { notes: 'Away', approval_status: 'APPROVED' });
    expect(body.data).toMatchObject({ notes: 'Away', approval_status: 'DRAFT' });
    await submit(id);
    await approve(id);
    expect((await api.put(`${PATH}/${id}`, { notes: 'Late' })).status).toBe(409);
  });

  it('have what was said about them, newest first, by their owner and approvers alone', async () => {
    const { time_sheet_id: id } = await makeEntry(api);
    await api.post(`${PATH}/${id}/comments`, { comment_text: 'On site' });
    await deciding.post(`${PATH}/${id}/comments`, { comment_text: 'Where?' });
    expect((await api.get(`${PATH}/${id}/comments`)).body.data).toMatchObject([
      { comment_text: 'Where?', is_approver: true, user_id: approver.userId },
      { comment_text: 'On site', is_approver: false, user_id: me.userId },
    ]);
    const stranger = service.api({ ...approver, permissions: without('timesheet:read_all') });
    expect((await stranger.get(`${PATH}/${id}/comments`)).status).toBe(403);
    const reader = service.api({ ...approver, permissions: without('timesheet:approve') });
    expect((await reader.post(`${PATH}/${id}/comments`, { comment_text: 'Hm' })).status).toBe(403);
  });

  it('are filtered and searched', async () => {
    const { time_sheet_id: id } = await makeEntry(api);
    await api.put(`${PATH}/${id}`, { notes: 'Half of it in Oslo' });
    await submit(id);
    await approve(id);
    const count = async (query: string) => (await api.get(`${PATH}?${query}`)).body.pagination.total as number;
    const all = [
      'approval_status=APPROVED',
      `approved_by=${approver.userId}`,
      'has_entries=true',
      'period_start_from=2026-06-01',
      'search=oslo',
    ];
    for (const query of all) expect([query, await count(query)]).toEqual([query, 1]);
    const none = [
      'approval_status=DRAFT',
      `user_id=${approver.userId}`,
      'has_entries=false',
      'period_end_to=2026-06-30',
      'submitted_to=2026-01-01T00:00:00Z',
    ];
    for (const query of none) expect([query, await count(query)]).toEqual([query, 0]);
    const found = await api.get(`${PATH}/search?query=oslo&fields=notes&include_entries=true&date_from=2026-06-30`);
    expect(found.body.data).toMatchObject([{ id, time_entries: [{ time_sheet_id: id }] }]);
    expect((await api.get(`${PATH}/search?query=oslo&fields=user_name`)).body.data).toEqual([]);
  });

  it('are exported by themselves or with their entries', async () => {
    const { time_sheet_id: id } = await makeEntry(api, {}, 2);
    await makeEntry(api, {}, 3);
    await api.post(`${PATH}/${id}/comments`, { comment_text: 'On site' });
    const { body } = await api.get(`${PATH}/export?format=json&include_comments=true`);
    expect(body.data).toMatchObject([{ user: 'Ada Lovelace', total_hours: 2, entry_count: 2, comments: 'On site' }]);
    const csv = (await api.get(`${PATH}/export?include_time_entries=true&group_by=period`)).text.trim().split('\r\n');
    expect(csv[0]).toMatch(/^Group,User,Period Start/);
    expect(csv).toHaveLength(3);
    expect((await api.get(`${PATH}/export?approval_status=APPROVED`)).text.trim().split('\r\n')).toHaveLength(1);
  });

  it('are counted in figures that agree with the rows', async () => {
    const { time_sheet_id: id } = await makeEntry(api);
    await makeEntry(deciding);
    await submit(id);
    await approve(id);
    const { body } = await api.get(`${PATH}/stats`);
    expect(body.data).toMatchObject({
      total_time_sheets: 2,
      pending_approval: 0,
      changes_requested: 0,
      time_sheets_by_status: { APPROVED: 1, DRAFT: 1 },
      time_sheets_by_user: { [me.userId]: 1, [approver.userId]: 1 },
      average_hours_per_sheet: 1,
      approval_rate: 100,
      on_time_submission_rate: 0,
      total_hours_this_period: 0,
    });
    expect(body.data.top_users_by_hours).toHaveLength(2);
  });

  it('that are late are told of once, until they are handed in', async () => {
    const { time_sheet_id: id } = await makeEntry(api);
    await service.tick('overdue-sheets');
    await service.tick('overdue-sheets');
    expect(await told(timeSheetEvents.overdue.type)).toMatchObject([{ id, user_id: me.userId, due_date: '2026-07-02' }]);
    await submit(id);
    await giveBack(id);
    await service.tick('overdue-sheets');
    expect(await told(timeSheetEvents.overdue.type)).toHaveLength(2);
  });

  it('that nobody opened are told of to those who have working hours', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const period = { start_date: addDays(today, -40), end_date: addDays(today, -10) };
    expect((await api.post('/api/v1/time-periods', period)).status).toBe(201);
    const idle = randomUUID();
    const hoursOf = async (user_id: string, minutes: number) => {
      const hours = { user_id, effective_from: addDays(today, -60), minutes_by_weekday: Array<number>(7).fill(minutes) };
      expect((await api.post('/api/v1/time-settings/working-hours', hours)).status).toBe(201);
    };
    await hoursOf(me.userId, 480);
    await hoursOf(idle, 0);
    await service.tick('overdue-sheets');
    await service.tick('overdue-sheets');
    const overdue = await told(timeSheetEvents.overdue.type);
    expect(overdue).toMatchObject([{ user_id: me.userId, due_date: addDays(today, -9), entry_count: 0 }]);
    const { body } = await api.get(PATH);
    expect(body.data).toMatchObject([{ user_id: me.userId, approval_status: 'DRAFT', period_start: period.start_date }]);
  });

  it('keep their period as it is', async () => {
    const period = `/api/v1/time-periods/${await makeMonth(api)}`;
    await makeEntry(api);
    expect((await api.put(period, { end_date: '2026-06-30' })).status).toBe(409);
    expect((await api.delete(period)).status).toBe(409);
  });

  it('of a period are closed for all at once, with a result for each, and opened again', async () => {
    const period = `/api/v1/time-periods/${await makeMonth(api)}`;
    const entry = await makeEntry(api);
    const { body: empty } = await deciding.post(PATH, { period_id: period.split('/').at(-1) });
    const { body } = await deciding.post(`${period}/close`);
    expect(body.data.period).toMatchObject({ closed_by: approver.userId });
    expect(body.data.results).toHaveLength(2);
    expect(body.data.results).toContainEqual({
      time_sheet_id: entry.time_sheet_id,
      user_id: me.userId,
      success: true,
      approval_status: 'SUBMITTED',
    });
    expect(body.data.results).toContainEqual(expect.objectContaining({ time_sheet_id: empty.data.id, success: false, code: 'CONFLICT' }));
    expect((await service.api({ ...me, userId: randomUUID() }).post(ENTRIES, anEntry())).status).toBe(409);
    await giveBack(entry.time_sheet_id);
    expect((await api.put(`${ENTRIES}/${entry.entry_id}`, { notes: 'x' })).status).toBe(409);
    await submit(entry.time_sheet_id);
    const reopened = await deciding.post(`${period}/reopen`, { reason: 'Two were away' });
    expect(reopened.body.data).toMatchObject({
      period: { closed_at: null },
      results: [{ success: true, approval_status: 'CHANGES_REQUESTED' }],
    });
    expect((await api.put(`${ENTRIES}/${entry.entry_id}`, { notes: 'x' })).status).toBe(200);
    expect((await deciding.post(`${period}/reopen`, { reason: 'Again' })).status).toBe(409);
    expect(await told(timePeriodEvents.closed.type)).toHaveLength(1);
  });

  it('show the hours that were to be worked, which later changes leave as they are', async () => {
    const hours = (effective_from: string, minutes: number) =>
      api.post('/api/v1/time-settings/working-hours', {
        user_id: me.userId,
        effective_from,
        minutes_by_weekday: [minutes, minutes, minutes, minutes, minutes, 0, 0],
      });
    const { time_sheet_id: id } = await makeEntry(api);
    const target = async () => (await api.get(`${PATH}/${id}`)).body.data.summary.target_hours as number | null;
    expect(await target()).toBeNull();
    expect((await hours('2026-01-01', 480)).status).toBe(201);
    await api.post('/api/v1/schedules/holidays', { name: 'Midsummer', date: '2026-06-19' });
    expect(await target()).toBe(21 * 8);
    const past = await hours('2026-06-10', 240);
    expect({ status: past.status, path: past.body.error.details[0].path }).toEqual({ status: 400, path: ['effective_from'] });
    expect((await hours('2099-01-01', 240)).status).toBe(201);
    expect((await hours('2099-01-01', 300)).status).toBe(409);
    const { body } = await api.get(`/api/v1/time-settings/working-hours?user_id=${me.userId}`);
    const [later, first] = body.data as { working_hours_id: string; weekly_hours: number }[];
    expect([later!.weekly_hours, first!.weekly_hours]).toEqual([20, 40]);
    expect((await api.delete(`/api/v1/time-settings/working-hours/${first!.working_hours_id}`)).status).toBe(409);
    expect((await api.delete(`/api/v1/time-settings/working-hours/${later!.working_hours_id}`)).status).toBe(204);
  });
});
