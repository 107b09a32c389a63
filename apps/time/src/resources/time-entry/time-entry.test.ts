import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contractLineEvents, invoiceEvents, serviceEvents } from '@psa/contracts-billing';
import { loggedHoursRpc, timeEntryEvents } from '@psa/contracts-time';
import { callRpc } from '@psa/events-kit';
import { caller, everyPermission, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { CHANNEL, CLIENT, fakes, hiddenChannels, managed, zones } from '../../testing/fakes.ts';
import { anEntry, makeEntry, makeMonth, SERVICE } from '../../testing/make-time.ts';
import { timeService } from '../../time-service.ts';

const PATH = '/api/v1/time-entries';
const without = (...names: string[]) => everyPermission.filter((name) => !names.includes(name));

describe('time entries', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(timeService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    await makeMonth(api);
  });

  const log = (given: Record<string, unknown> = {}, day?: number, hour?: number) => api.post(PATH, anEntry(given, day, hour));

  it('are logged for the caller, on the sheet of their period, with what they were spent on', async () => {
    const { status, body } = await log({ start_time: '2026-06-02T09:00:41Z', end_time: '2026-06-02T10:30:05Z' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      user_id: me.userId,
      start_time: '2026-06-02T09:00:00.000Z',
      end_time: '2026-06-02T10:30:00.000Z',
      work_date: '2026-06-02',
      duration_minutes: 90,
      duration_hours: 1.5,
      billable_duration: 90,
      approval_status: 'DRAFT',
      invoiced: false,
      client_id: CLIENT,
      work_item: { title: 'Printer on fire', type: 'ticket' },
      service: { service_name: 'Remote support', default_rate: 12_000 },
      time_sheet: { approval_status: 'DRAFT' },
    });
    expect(await service.events(me.tenant)).toContainEqual(
      expect.objectContaining({
        type: timeEntryEvents.created.type,
        data: expect.objectContaining({ entry_id: body.data.entry_id, duration_minutes: 90, client_id: CLIENT }),
      }),
    );
  });

  it('refuse an item, a service, times or a day that cannot be', async () => {
    const refusals: [Record<string, unknown>, string][] = [
      [{ work_item_id: undefined }, 'work_item_id'],
      [{ work_item_id: `${UNKNOWN}0000-4000-8000-000000000000` }, 'work_item_id'],
      [{ service_id: `${UNKNOWN}0000-4000-8000-000000000000` }, 'service_id'],
      [{ contract_line_id: `${UNKNOWN}0000-4000-8000-000000000000` }, 'contract_line_id'],
      [{ end_time: '2026-06-02T09:00:59Z' }, 'end_time'],
      [{ end_time: '2026-06-01T09:00:00Z' }, 'end_time'],
      [{ start_time: '2025-06-02T09:00:00Z', end_time: '2025-06-02T10:00:00Z' }, 'start_time'],
    ];
    for (const [given, field] of refusals) {
      const { status, body } = await log(given);
      expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: [field] });
    }
    const { body } = await api.get(PATH);
    expect(body.pagination.total).toBe(0);
  });

  it('tell who does not see the channel of a ticket that time was spent, but not on what', async () => {
    const { entry_id, time_sheet_id, work_item_id } = await makeEntry(api);
    // As copies are from before channels were kept.
    await service.sql('update ticket_replicas set channel_id = null where ticket_id = $1', [work_item_id]);
    const technician = { ...me, userId: randomUUID(), permissions: without('ticket_settings:update', 'timesheet:approve') };
    const approver = { ...technician, userId: randomUUID(), permissions: without('ticket_settings:update') };
    const titled = async (who: TestCaller) => {
      const from = service.api(who);
      const [list, one, sheet, stats, csv, sheets] = await Promise.all([
        from.get(PATH),
        from.get(`${PATH}/${entry_id}`),
        from.get(`/api/v1/time-sheets/${time_sheet_id}`),
        from.get(`${PATH}/stats`),
        from.get(`${PATH}/export`, { query: { group_by: 'work_item' } }),
        from.get('/api/v1/time-sheets/export', { query: { include_time_entries: 'true' } }),
      ]);
      const shown = [list.body.data[0], one.body.data, one.body.data.work_item, sheet.body.data.time_entries[0]];
      return {
        hours: list.body.data[0].duration_hours,
        notes: [...new Set([list.body.data[0].notes, one.body.data.notes, sheet.body.data.time_entries[0].notes])],
        titles: [
          ...new Set([...shown.map((row) => row.work_item_title ?? row.title ?? null), stats.body.data.top_work_items[0].work_item_title]),
        ],
        isExported: [csv.text.includes('Printer'), sheets.text.includes('Printer')],
        found: [
          (await from.get(`${PATH}/search`, { query: { query: 'printer' } })).body.data.length,
          (await from.get(PATH, { query: { search: 'printer' } })).body.data.length,
          (await from.get(PATH, { query: { search: 'toner' } })).body.data.length,
        ],
      };
    };
    const all = { hours: 1, notes: ['Replaced the toner'], titles: ['Printer on fire'], isExported: [true, true], found: [1, 1, 1] };
    expect(await titled(technician)).toEqual(all);
    for (const { userId } of [technician, approver, me]) hiddenChannels.set(userId, [CHANNEL]);
    const untitled = { ...all, titles: [null], isExported: [false, false], found: [0, 0, 1] };
    expect(await titled(technician)).toEqual({ ...untitled, notes: [null], found: [0, 0, 0] });
    expect(await titled(approver)).toEqual(untitled);
    expect(await titled(me)).toEqual(untitled);
    expect(await service.sql('select channel_id from ticket_replicas where ticket_id = $1', [work_item_id])).toEqual([
      { channel_id: CHANNEL },
    ]);

    const { status, body } = await log({ work_item_id }, 3);
    expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: ['work_item_id'] });
    await api.post(`/api/v1/time-sheets/${time_sheet_id}/submit`, {});
    const approved = await service.api(approver).post(`/api/v1/time-sheets/${time_sheet_id}/approve`, {});
    expect([approved.status, approved.body.data.time_entries[0].work_item_title]).toEqual([200, null]);
    hiddenChannels.set(technician.userId, [randomUUID()]);
    expect(await titled(technician)).toEqual(all);
  });

  it('on a ticket need the right to read tickets', async () => {
    const blind = service.api({ ...me, permissions: without('ticket:read') });
    expect((await blind.post(PATH, anEntry())).status).toBe(403);
    expect((await blind.post(PATH, anEntry({ work_item_type: 'ad_hoc', work_item_id: undefined }))).status).toBe(201);
  });

  it('of one person never overlap, whether created or changed, and may touch', async () => {
    const { body: first } = await log({}, 2, 9);
    const { body: second } = await log({}, 2, 10);
    const refused = await log({ start_time: '2026-06-02T09:59:00Z', end_time: '2026-06-02T10:01:00Z' });
    expect(refused.status).toBe(409);
    expect(refused.body.error.details.overlapping).toEqual([{ entry_id: first.data.entry_id }, { entry_id: second.data.entry_id }]);
    const moved = await api.put(`${PATH}/${first.data.entry_id}`, { end_time: '2026-06-02T10:01:00Z' });
    expect(moved.status).toBe(409);
    expect((await service.api({ ...me, userId: randomUUID() }).post(PATH, anEntry({}, 2, 9))).status).toBe(201);
  });

  it('of one person never overlap when sixteen are written at once', async () => {
    const starts = Array.from({ length: 16 }, (_, n) => `2026-06-02T09:${String(n).padStart(2, '0')}:00Z`);
    const replies = await Promise.all(starts.map((start_time) => log({ start_time, end_time: '2026-06-02T12:00:00Z' })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 15 }, () => 409)]);
  });

  it('take their work date in the zone of the person, whatever the offset of the body', async () => {
    zones.set(me.userId, 'Pacific/Auckland');
    const { body } = await log({ start_time: '2026-06-02T23:30:00-02:00', end_time: '2026-06-03T02:30:00Z' });
    expect(body.data).toMatchObject({ work_date: '2026-06-03', work_timezone: 'Pacific/Auckland' });
  });

  it('are billed by the rounding of the tenant at that time', async () => {
    await api.put('/api/v1/time-settings', { rounding_minutes: 15, rounding_mode: 'up' });
    const { body } = await log({ end_time: '2026-06-02T09:16:00Z' });
    expect(body.data).toMatchObject({ duration_minutes: 16, billable_duration: 30 });
    await api.put('/api/v1/time-settings', { rounding_minutes: 60 });
    const path = `${PATH}/${body.data.entry_id}`;
    expect((await api.put(path, { notes: 'Longer notes' })).body.data.billable_duration).toBe(30);
    expect((await api.put(path, { end_time: '2026-06-02T09:46:00Z' })).body.data).toMatchObject({
      duration_minutes: 46,
      billable_duration: 60,
    });
    expect((await api.put(path, { is_billable: false })).body.data).toMatchObject({ duration_minutes: 46, billable_duration: 0 });
  });

  it('keep minutes to bill that were set by hand until those worked change', async () => {
    const { body } = await log({ billable_duration: 45 });
    const path = `${PATH}/${body.data.entry_id}`;
    expect((await api.put(path, { notes: 'Longer notes' })).body.data).toMatchObject({ duration_minutes: 60, billable_duration: 45 });
    expect((await api.put(path, { end_time: '2026-06-02T09:30:00Z' })).body.data).toMatchObject({
      duration_minutes: 30,
      billable_duration: 30,
    });
  });

  it('keep the rate they were logged with', async () => {
    const { entry_id } = await makeEntry(api, { billable_duration: 45 });
    const worth = { rate: 12_000, billing_info: { rate: 12_000, total_amount: 9_000 } };
    expect((await api.get(`${PATH}/${entry_id}`)).body.data).toMatchObject(worth);
    const facts = { service_id: SERVICE, service_name: 'Support', item_kind: 'service', billing_method: 'hourly', category_id: null };
    await service.publish(
      me.tenant,
      serviceEvents.updated,
      { ...facts, default_rate: 15_000, is_active: true, changed: ['default_rate'] },
      2,
    );
    await service.settled();
    expect((await api.get(`${PATH}/${entry_id}`)).body.data).toMatchObject(worth);
    expect((await api.get(`${PATH}/stats`)).body.data.total_revenue).toBe(9_000);
    expect((await log({ start_time: '2026-06-02T12:00:00Z', end_time: '2026-06-02T13:00:00Z' })).body.data.rate).toBe(15_000);
  });

  it('name the contract line they are billed by, by its latest name, and none that does not exist', async () => {
    const contract_line_id = randomUUID();
    const { entry_id } = await makeEntry(api);
    const path = `${PATH}/${entry_id}`;
    const { body } = await api.put(path, { contract_line_id });
    expect(body.data.billing_info).toMatchObject({ contract_line_id, contract_line_name: 'Managed support' });
    await service.publish(
      me.tenant,
      contractLineEvents.updated,
      {
        contract_line_id,
        contract_line_name: 'Managed support plus',
        contract_line_type: 'Hourly',
        billing_frequency: 'monthly',
        is_active: true,
        changed: ['contract_line_name'],
      },
      2,
    );
    await service.settled();
    expect((await api.get(path)).body.data.billing_info.contract_line_name).toBe('Managed support plus');
    const refused = await api.put(path, { contract_line_id: `${UNKNOWN}0000-4000-8000-000000000000` });
    expect({ status: refused.status, path: refused.body.error.details[0].path }).toEqual({ status: 400, path: ['contract_line_id'] });
  });

  it('that move to another period move to its sheet, and to none where there is no period', async () => {
    await api.post('/api/v1/time-periods', { start_date: '2026-07-01', end_date: '2026-08-01' });
    const { body: before } = await log();
    const path = `${PATH}/${before.data.entry_id}`;
    const { body: after } = await api.put(path, { start_time: '2026-07-02T09:00:00Z', end_time: '2026-07-02T10:00:00Z' });
    expect(after.data.time_sheet_id).not.toBe(before.data.time_sheet_id);
    expect(after.data.work_date).toBe('2026-07-02');
    expect((await api.put(path, { start_time: '2026-09-02T09:00:00Z', end_time: '2026-09-02T10:00:00Z' })).status).toBe(400);
  });

  it('are changed and deleted by their owner, and by whoever may approve them', async () => {
    const { entry_id } = await makeEntry(api);
    const other = { ...me, userId: randomUUID(), permissions: without('timesheet:read_all') };
    const path = `${PATH}/${entry_id}`;
    expect((await service.api(other).get(path)).status).toBe(403);
    expect((await service.api(other).put(path, { notes: 'x' })).status).toBe(403);
    expect((await service.api(other).delete(path)).status).toBe(403);
    managed.set(other.userId, [me.userId]);
    expect((await service.api(other).get(path)).status).toBe(200);
    expect((await service.api(other).put(path, { notes: 'x' })).status).toBe(200);
    expect((await service.api({ ...other, permissions: without('timesheet:read_all', 'timesheet:approve') }).delete(path)).status).toBe(
      403,
    );
    expect((await service.api(other).delete(path)).status).toBe(204);
    expect((await api.get(path)).status).toBe(404);
  });

  it('are listed to who does not read all: their own and those of people they manage', async () => {
    const [mine, managedOne, strange] = [me, { ...me, userId: randomUUID() }, { ...me, userId: randomUUID() }];
    for (const who of [mine, managedOne, strange]) await makeEntry(service.api(who));
    managed.set(me.userId, [managedOne.userId]);
    const limited = service.api({ ...me, permissions: without('timesheet:read_all') });
    const usersOf = async (path: string) =>
      ((await limited.get(path)).body.data as { user_id: string }[]).map(({ user_id }) => user_id).toSorted();
    expect(await usersOf(PATH)).toEqual([mine.userId, managedOne.userId].toSorted());
    expect(await usersOf(`${PATH}/search?query=toner`)).toEqual([mine.userId, managedOne.userId].toSorted());
    expect(await usersOf(`${PATH}?user_id=${strange.userId}`)).toEqual([]);
    expect((await limited.get(`${PATH}/stats`)).body.data.total_entries).toBe(2);
    expect((await limited.get(`${PATH}/export?format=json`)).body.data).toHaveLength(2);
    expect((await api.get(PATH)).body.pagination.total).toBe(3);
  });

  it('are filtered by every filter, in the rows and in the total', async () => {
    const { body: one } = await log({}, 2, 9);
    const { body: other } = await log(
      { work_item_type: 'project_task', is_billable: false, service_id: randomUUID(), end_time: '2026-06-05T14:00:00Z' },
      5,
      9,
    );
    const found = async (query: string) => {
      const { body } = await api.get(`${PATH}?${query}`);
      expect(body.pagination.total).toBe(body.data.length);
      return (body.data as { entry_id: string }[]).map(({ entry_id }) => entry_id);
    };
    const first = [
      `work_item_id=${one.data.work_item_id}`,
      'work_item_type=ticket',
      `service_id=${SERVICE}`,
      'is_billable=true',
      'start_time_to=2026-06-03T00:00:00Z',
      'end_time_to=2026-06-03T00:00:00Z',
      'date_to=2026-06-02',
      'duration_max=60',
      `entry_ids=${one.data.entry_id}`,
    ];
    for (const query of first) expect([query, await found(query)]).toEqual([query, [one.data.entry_id]]);
    const second = [
      'is_billable=false',
      'date_from=2026-06-05',
      'duration_min=61',
      `project_id=${other.data.project_id}`,
      'search=mailboxes',
    ];
    for (const query of second) expect([query, await found(query)]).toEqual([query, [other.data.entry_id]]);
    const both = [
      `client_id=${CLIENT}`,
      `user_id=${me.userId}`,
      'approval_status=DRAFT',
      'invoiced=false',
      `time_sheet_id=${one.data.time_sheet_id}`,
    ];
    for (const query of both) expect([query, await found(query)]).toEqual([query, [other.data.entry_id, one.data.entry_id]]);
    expect(await found('invoiced=true')).toEqual([]);
  });

  it('are created in bulk, each by itself', async () => {
    const { status, body } = await api.post(`${PATH}/bulk`, {
      entries: [anEntry({}, 2), anEntry({}, 2), anEntry({ end_time: '2026-06-01T00:00:00Z' }, 3), anEntry({}, 4)],
    });
    expect(status).toBe(201);
    expect(body.data.created_count).toBe(2);
    expect((body.data.created as { work_date: string }[]).map(({ work_date }) => work_date)).toEqual(['2026-06-02', '2026-06-04']);
    expect(body.data.errors).toEqual([
      { index: 1, code: 'CONFLICT', message: expect.stringContaining('overlaps') },
      { index: 2, code: 'VALIDATION_ERROR', message: expect.stringContaining('end_time') },
    ]);
  });

  it('get their external ids in bulk as well, and one whose id is taken is not created', async () => {
    const external_ids = [{ source: 'clock', id: 'E-1' }];
    const { body } = await api.post(`${PATH}/bulk`, { entries: [anEntry({ external_ids }, 2), anEntry({ external_ids }, 3)] });
    expect(body.data).toMatchObject({ created_count: 1, errors: [{ index: 1, code: 'CONFLICT' }] });
    const [entry] = (await api.get(`${PATH}?external_id=clock:E-1`)).body.data as { entry_id: string }[];
    expect(entry?.entry_id).toBe(body.data.created[0].entry_id);
    expect((await api.get(PATH)).body.pagination.total).toBe(1);
  });

  it('are searched in all named fields, or in those asked for', async () => {
    await log({ notes: 'Looked at the router' });
    const found = async (query: string) => (await api.get(`${PATH}/search?${query}`)).body.data.length as number;
    expect(await found('query=ROUTER')).toBe(1);
    expect(await found('query=printer')).toBe(1);
    expect(await found('query=remote support')).toBe(1);
    expect(await found('query=printer&fields=notes')).toBe(0);
    expect(await found('query=router&work_item_types=project_task,ad_hoc')).toBe(0);
    expect(await found('query=router&billable_only=true&approval_statuses=DRAFT')).toBe(1);
    expect(await found('query=%25')).toBe(0);
  });

  it('are exported group by group, with what was asked for', async () => {
    await log({ notes: '=1+1' }, 3);
    await log({ work_item_type: 'ad_hoc', work_item_id: undefined }, 2);
    const csv = (await api.get(`${PATH}/export?group_by=date&include_billing_info=true`)).text.split('\r\n');
    expect(csv[0]).toBe(
      'Group,Date,User,Work Item,Service,Start Time,End Time,Duration (Hours),Billable,Notes,Approval Status,Time Zone,Billable Hours,Contract Line,Invoice',
    );
    expect(csv.slice(1, 3).map((line) => line.split(',').slice(0, 2))).toEqual([
      ['2026-06-02', '2026-06-02'],
      ['2026-06-03', '2026-06-03'],
    ]);
    expect(csv[2]).toContain("'=1+1");
    const { body } = await api.get(`${PATH}/export?format=json&work_item_type=ad_hoc`);
    expect(body.data).toMatchObject([{ date: '2026-06-02', duration_hours: 1, billable: true }]);
    expect((await api.get(`${PATH}/export?format=xlsx`)).status).toBe(400);
  });

  it('are counted in figures that agree with the rows', async () => {
    await log({}, 2);
    await log({ is_billable: false, end_time: '2026-06-03T12:00:00Z' }, 3);
    const { body } = await api.get(`${PATH}/stats`);
    expect(body.data).toMatchObject({
      total_entries: 2,
      total_hours: 4,
      billable_hours: 1,
      total_billable_hours: 1,
      total_non_billable_hours: 3,
      billable_percentage: 25,
      entries_by_type: { ticket: 2 },
      entries_by_status: { DRAFT: 2 },
      entries_by_user: { [me.userId]: 2 },
      entries_by_service: { [SERVICE]: 2 },
      total_revenue: 12_000,
      average_entry_duration: 2,
    });
    expect(body.data.top_work_items[0]).toMatchObject({ total_hours: 3, entry_count: 1, work_item_title: 'Printer on fire' });
  });

  it('are logged for others by who may act for them', async () => {
    const other = randomUUID();
    const limited = service.api({ ...me, permissions: without('timesheet:read_all') });
    expect((await limited.post(PATH, anEntry({ user_id: other }))).status).toBe(403);
    const { status, body } = await log({ user_id: other });
    expect({ status, user: body.data.user_id }).toEqual({ status: 201, user: other });
    expect((await log({ user_id: `${UNKNOWN}0000-4000-8000-000000000000` })).body.error.details[0].path).toEqual(['user_id']);
  });

  it('take the service of the settings and minutes to bill as given', async () => {
    const body = anEntry({ service_id: undefined, billable_duration: 45 });
    expect((await api.post(PATH, body)).body.error.details[0].path).toEqual(['service_id']);
    await api.put('/api/v1/time-settings', { default_service_id: SERVICE, rounding_minutes: 30, rounding_mode: 'up' });
    expect((await api.post(PATH, body)).body.data).toMatchObject({ service_id: SERVICE, duration_minutes: 60, billable_duration: 45 });
  });

  it('are created by commands of automation for anybody', async () => {
    const user_id = randomUUID();
    await api.put('/api/v1/time-settings', { default_service_id: SERVICE });
    const data = {
      user_id,
      work_item_type: 'ticket',
      work_item_id: randomUUID(),
      start_time: '2026-06-02T09:00:00Z',
      end_time: '2026-06-02T10:00:00Z',
    };
    const key = randomUUID();
    const command = () => service.command(me.tenant, { entity: 'time_entry', operation: 'create', data, idempotency_key: key });
    const { id } = await command();
    expect(await command()).toMatchObject({ id });
    expect((await api.get(`${PATH}/${id}`)).body.data).toMatchObject({ user_id, duration_minutes: 60 });
  });

  it('that an invoice bills cannot change, and can when it bills them no more', async () => {
    const { entry_id } = await makeEntry(api);
    const [invoice_id, another] = [randomUUID(), randomUUID()];
    const work = { invoice_id, client_id: CLIENT, time_entry_ids: [entry_id, randomUUID()], usage_record_ids: [] };
    await service.publish(me.tenant, invoiceEvents.workBilled, work);
    await service.settled();
    expect((await api.get(`${PATH}?invoiced=true`)).body.data).toMatchObject([{ entry_id, invoiced: true, invoice_id }]);
    expect((await api.put(`${PATH}/${entry_id}`, { notes: 'x' })).status).toBe(409);
    expect((await api.delete(`${PATH}/${entry_id}`)).status).toBe(409);
    await service.publish(me.tenant, invoiceEvents.workReleased, { ...work, invoice_id: another });
    await service.publish(me.tenant, invoiceEvents.workReleased, work, 2);
    await service.settled();
    expect((await api.put(`${PATH}/${entry_id}`, { notes: 'x' })).status).toBe(200);
  });

  it('are counted for other services: by person and period, and for a client', async () => {
    await log({}, 2);
    await log({ end_time: '2026-06-09T12:00:00Z' }, 9);
    const by = { tenant: me.tenant, actor: { id: 'test', type: 'system' }, correlationId: 'test' } as const;
    const { broker } = service.running;
    const asked = { user_ids: [me.userId, randomUUID()], from: '2026-06-01T00:00:00Z', to: '2026-07-01T00:00:00Z' };
    expect(await callRpc(broker, loggedHoursRpc.getLoggedHours, { ...asked, granularity: 'weekly' }, by)).toEqual({
      users: [{ user_id: me.userId, hours: 4 }],
      periods: [
        { start_date: '2026-06-01', hours: 1 },
        { start_date: '2026-06-08', hours: 3 },
      ],
    });
    expect(await callRpc(broker, loggedHoursRpc.countTimeOfClient, { client_id: CLIENT }, by)).toEqual({ time_entries: 2 });
  });
});
