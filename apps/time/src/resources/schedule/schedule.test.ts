import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { scheduleEvents } from '@psa/contracts-time';
import ICAL from 'ical.js';
import { caller, everyPermission, type TestApi, type TestCaller, TestService, UNKNOWN } from '@psa/test-kit';
import { CHANNEL, fakes, hiddenChannels, inactive } from '../../testing/fakes.ts';
import { aVisit, makeVisit } from '../../testing/schedule.fixtures.ts';
import { timeService } from '../../time-service.ts';

const PATH = '/api/v1/schedules';
const JUNE = 'start_date=2026-06-01T00:00:00Z&end_date=2026-07-01T00:00:00Z';
const without = (...names: string[]) => everyPermission.filter((name) => !names.includes(name));
const noDispatch = without(
  'technician_dispatch:read',
  'technician_dispatch:create',
  'technician_dispatch:update',
  'technician_dispatch:delete',
);

interface Shown {
  readonly entry_id: string;
  readonly title: string;
  readonly occurrence_date: string | null;
  readonly scheduled_start: string;
  readonly original_entry_id: string | null;
}

const DAY_MS = 86_400_000;

describe('schedules', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let colleague: TestCaller;

  beforeAll(async () => {
    service = await TestService.start(timeService, { ports: fakes });
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
    colleague = { ...me, userId: randomUUID(), permissions: noDispatch };
  });

  const june = async (by = api) => (await by.get(`${PATH}?${JUNE}&limit=100`)).body.data as Shown[];
  const daily = (given: Record<string, unknown> = {}) => ({ recurrence_pattern: { frequency: 'daily', count: 5, ...given } });

  it('show an entry with who is on it and what it is for', async () => {
    const { status, body } = await api.post(
      PATH,
      aVisit({ work_item_type: 'ticket', work_item_id: randomUUID(), timezone: 'Europe/Oslo' }),
    );
    expect({ status, data: body.data }).toMatchObject({
      status: 201,
      data: {
        title: 'Visit',
        duration_hours: 2,
        is_current: false,
        is_recurring: false,
        status: 'scheduled',
        timezone: 'Europe/Oslo',
        work_item: { title: 'Printer on fire', type: 'ticket' },
        assigned_users: [{ user_id: me.userId, first_name: 'Ada', last_name: 'Lovelace', email: 'ada@msp.example' }],
        created_by: me.userId,
      },
    });
    expect((await service.events(me.tenant)).at(-1)).toMatchObject({
      type: scheduleEvents.created.type,
      data: { assigned_user_ids: [me.userId] },
    });
  });

  it('refuse what cannot be', async () => {
    const refusals: [Record<string, unknown>, (string | number)[]][] = [
      [{ scheduled_end: '2026-06-01T08:00:00Z' }, ['scheduled_end']],
      [{ timezone: 'Europe/Atlantis' }, ['timezone']],
      [{ work_item_type: 'ticket' }, ['work_item_id']],
      [{ work_item_type: 'meeting', work_item_id: randomUUID() }, ['work_item_id']],
      [{ assigned_user_ids: [`${UNKNOWN}0000-4000-8000-000000000000`] }, ['assigned_user_ids', 0]],
      [daily({ daysOfWeek: [1] }), ['recurrence_pattern', 'daysOfWeek']],
      [daily({ endDate: '2026-05-01' }), ['recurrence_pattern', 'endDate']],
    ];
    for (const [given, path] of refusals) {
      const { status, body } = await api.post(PATH, aVisit(given));
      expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path });
    }
  });

  it('show every occurrence in a stretch of time, page by page, and the entry itself without one', async () => {
    const id = await makeVisit(api, daily());
    await makeVisit(api, { title: 'Later', scheduled_start: '2026-06-02T12:00:00Z', scheduled_end: '2026-06-02T13:00:00Z' });
    expect((await june()).map(({ title, occurrence_date }) => [title, occurrence_date])).toEqual([
      ['Visit', '2026-06-01'],
      ['Visit', '2026-06-02'],
      ['Later', null],
      ['Visit', '2026-06-03'],
      ['Visit', '2026-06-04'],
      ['Visit', '2026-06-05'],
    ]);
    const first = (await api.get(`${PATH}?${JUNE}&limit=4`)).body;
    const second = (await api.get(`${PATH}?${JUNE}&limit=4&cursor=${first.pagination.next_cursor}`)).body;
    expect((second.data as Shown[]).map(({ occurrence_date }) => occurrence_date)).toEqual(['2026-06-04', '2026-06-05']);
    const whole = (await api.get(PATH)).body;
    expect(whole.pagination.total).toBe(2);
    expect((await api.get(`${PATH}/${id}`)).body.data.recurrence_pattern).toMatchObject({ frequency: 'daily', count: 5, exceptions: [] });
    expect((await api.get(`${PATH}?start_date=2026-06-01T00:00:00Z&end_date=2028-06-01T00:00:00Z`)).status).toBe(400);
  });

  it('leave holidays of the tenant out, in every year where they are annual', async () => {
    await api.post(`${PATH}/holidays`, { name: 'Founding day', date: '2020-06-02', is_annual: true });
    await api.post(`${PATH}/holidays`, { name: 'Moving', date: '2026-06-03' });
    await makeVisit(api, daily());
    expect((await june()).map(({ occurrence_date }) => occurrence_date)).toEqual(['2026-06-01', '2026-06-04', '2026-06-05']);
    expect((await api.post(`${PATH}/holidays`, { name: 'Again', date: '2026-06-03' })).status).toBe(409);
  });

  it('change one occurrence, which becomes an entry of its own', async () => {
    const id = await makeVisit(api, daily());
    const { status, body } = await api.put(`${PATH}/${id}?scope=single&occurrence_date=2026-06-03`, { title: 'Call' });
    expect({ status, data: body.data }).toMatchObject({
      status: 200,
      data: { title: 'Call', original_entry_id: id, is_recurring: false, scheduled_start: '2026-06-03T08:00:00.000Z' },
    });
    expect(body.data.entry_id).not.toBe(id);
    expect((await june()).map(({ title }) => title)).toEqual(['Visit', 'Visit', 'Call', 'Visit', 'Visit']);
    const again = await api.put(`${PATH}/${id}`, { title: 'Call', scope: 'single', occurrence_date: '2026-06-03' });
    expect({ status: again.status, path: again.body.error.details[0].path }).toEqual({ status: 400, path: ['occurrence_date'] });
  });

  it('change an occurrence and all later ones, which become an entry of their own', async () => {
    const id = await makeVisit(api, daily({ exceptions: ['2026-06-04'] }));
    const { body } = await api.put(`${PATH}/${id}`, { title: 'Call', scope: 'future', occurrence_date: '2026-06-03' });
    expect(body.data).toMatchObject({ original_entry_id: id, recurrence_pattern: { count: 3, exceptions: ['2026-06-04'] } });
    expect((await june()).map(({ title, occurrence_date }) => [title, occurrence_date])).toEqual([
      ['Visit', '2026-06-01'],
      ['Visit', '2026-06-02'],
      ['Call', '2026-06-03'],
      ['Call', '2026-06-05'],
    ]);
  });

  it('change all occurrences; exceptions stay', async () => {
    const id = await makeVisit(api, daily({ exceptions: ['2026-06-04'] }));
    await api.put(`${PATH}/${id}?scope=all`, { scheduled_start: '2026-06-01T12:00:00Z', scheduled_end: '2026-06-01T13:00:00Z' });
    expect((await june()).map(({ scheduled_start }) => scheduled_start.slice(8, 13))).toEqual(['01T12', '02T12', '03T12', '05T12']);
  });

  it('lose one occurrence, it and all later ones, or all', async () => {
    const id = await makeVisit(api, daily());
    const dates = async () => (await june()).map(({ occurrence_date }) => occurrence_date?.slice(-2));
    expect((await api.delete(`${PATH}/${id}?scope=single`)).status).toBe(400);
    expect((await api.delete(`${PATH}/${id}?scope=single&occurrence_date=2026-06-02`)).status).toBe(204);
    expect(await dates()).toEqual(['01', '03', '04', '05']);
    await api.delete(`${PATH}/${id}?scope=future&occurrence_date=2026-06-04`);
    expect(await dates()).toEqual(['01', '03']);
    await api.delete(`${PATH}/${id}`);
    expect(await dates()).toEqual([]);
  });

  it('are gone with their last occurrence', async () => {
    const id = await makeVisit(api, daily({ count: 2 }));
    for (const date of ['2026-06-01', '2026-06-02'])
      expect((await api.delete(`${PATH}/${id}?scope=single&occurrence_date=${date}`)).status).toBe(204);
    expect((await api.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await service.events(me.tenant)).at(-1)).toMatchObject({ type: 'psa.time.schedule_entry.deleted.v1', subject: id });
  });

  it('can be written back as they were read', async () => {
    const id = await makeVisit(api, daily());
    const { data } = (await api.get(`${PATH}/${id}`)).body;
    expect((await api.put(`${PATH}/${id}`, data)).body.data).toEqual(data);
  });

  it('are written by their owner, and those of others by who dispatches them', async () => {
    const limited = service.api(colleague);
    const own = await makeVisit(limited);
    expect((await limited.put(`${PATH}/${own}`, { title: 'Call' })).status).toBe(200);
    expect((await limited.post(PATH, aVisit({ assigned_user_ids: [me.userId] }))).status).toBe(403);
    expect((await limited.put(`${PATH}/${own}`, { assigned_user_ids: [colleague.userId, me.userId] })).status).toBe(403);
    const others = await makeVisit(api);
    expect((await limited.get(`${PATH}/${others}`)).status).toBe(403);
    expect((await limited.put(`${PATH}/${others}`, { title: 'x' })).status).toBe(403);
    expect((await limited.delete(`${PATH}/${others}`)).status).toBe(403);
    expect((await june(limited)).map(({ entry_id }) => entry_id)).toEqual([own]);
    expect(await june()).toHaveLength(2);
    expect((await api.put(`${PATH}/${own}`, { assigned_user_ids: [colleague.userId, me.userId] })).body.data.assigned_users).toHaveLength(
      2,
    );
  });

  it('show of the private entries of others only that the time is taken, to administrators too', async () => {
    const id = await makeVisit(service.api(colleague), { title: 'Dentist', notes: 'Root canal', is_private: true });
    expect(await june()).toMatchObject([{ entry_id: id, title: 'Busy', notes: null, work_item: null }]);
    expect((await api.get(`${PATH}/${id}`)).status).toBe(403);
    expect((await api.put(`${PATH}/${id}`, { title: 'x' })).status).toBe(403);
    expect((await june(service.api(colleague)))[0]).toMatchObject({ title: 'Dentist' });
    expect((await service.events(me.tenant)).at(-1)?.data).toMatchObject({ title: null, is_private: true });
  });

  it('refuse what overlaps where it is asked for, occurrence by occurrence', async () => {
    await makeVisit(api, { scheduled_start: '2026-06-04T09:30:00Z', scheduled_end: '2026-06-04T11:00:00Z' });
    const { status, body } = await api.post(PATH, aVisit({ ...daily(), on_conflict: 'refuse' }));
    expect({ status, details: body.error.details }).toMatchObject({
      status: 409,
      details: { conflict_count: 1, conflicts: [{ user_id: me.userId, occurrence_date: '2026-06-04' }] },
    });
    expect((await api.post(PATH, aVisit({ ...daily({ count: 3 }), on_conflict: 'refuse' }))).status).toBe(201);
    expect((await api.post(PATH, aVisit())).status).toBe(201);
  });

  it('have one winner when the same time is booked at once', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => api.post(PATH, aVisit({ on_conflict: 'refuse' }))));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
  });

  it('tell when several people are busy, without overlaps', async () => {
    await makeVisit(api, { assigned_user_ids: [me.userId, colleague.userId] });
    await makeVisit(api, { scheduled_start: '2026-06-01T09:00:00Z', scheduled_end: '2026-06-01T12:00:00Z' });
    await makeVisit(api, { scheduled_start: '2026-06-02T09:00:00Z', scheduled_end: '2026-06-02T12:00:00Z', status: 'cancelled' });
    const people = `user_ids=${me.userId},${colleague.userId}`;
    expect((await api.get(`${PATH}/free-busy?${people}&${JUNE}`)).body.data).toEqual([
      { user_id: me.userId, busy: [{ start: '2026-06-01T08:00:00.000Z', end: '2026-06-01T12:00:00.000Z' }] },
      { user_id: colleague.userId, busy: [{ start: '2026-06-01T08:00:00.000Z', end: '2026-06-01T10:00:00.000Z' }] },
    ]);
    expect((await service.api(colleague).get(`${PATH}/free-busy?${people}&${JUNE}`)).status).toBe(403);
  });

  it('are read by calendar programs at an address that can be revoked', async () => {
    const start = new Date(Date.now() + DAY_MS);
    const scheduled = { scheduled_start: start.toISOString(), scheduled_end: new Date(start.getTime() + 3_600_000).toISOString() };
    await makeVisit(api, { ...scheduled, ...daily({ count: 2 }), title: 'Visit; long, with\nsigns' });
    const { body } = await api.post(`${PATH}/feed`);
    const address = new URL(body.data.url as string);
    const read = () => api.get(`${address.pathname}${address.search}`);
    const feed = await read();
    expect(feed.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(feed.text).toMatch(/^BEGIN:VCALENDAR\r\n/);
    // What another program makes of it.
    const events = new ICAL.Component(ICAL.parse(feed.text)).getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
    const seconds = (date: Date) => Math.floor(date.getTime() / 1000) * 1000;
    expect(
      events.map(({ summary, startDate, endDate }) => [summary, startDate.toJSDate().getTime(), endDate.toJSDate().getTime()]),
    ).toEqual([0, 1].map((day) => ['Visit; long, with\nsigns', seconds(start) + day * DAY_MS, seconds(start) + day * DAY_MS + 3_600_000]));
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(2);
    expect((await service.sql('select token_hash from calendar_feeds where user_id = $1', [me.userId]))[0].token_hash).not.toContain(
      address.searchParams.get('token'),
    );
    expect((await api.get(`${PATH}/feed.ics?token=${me.tenant}.${me.userId}.guess`)).status).toBe(404);
    inactive.add(me.userId);
    expect((await read()).status).toBe(404);
    inactive.delete(me.userId);
    await api.delete(`${PATH}/feed`);
    expect((await read()).status).toBe(404);
  });

  it('show who does not see the channel of a ticket that the time is taken, and its people no title of it', async () => {
    const { body } = await api.post(
      PATH,
      aVisit({ work_item_type: 'ticket', work_item_id: randomUUID(), assigned_user_ids: [colleague.userId] }),
    );
    const path = `${PATH}/${body.data.entry_id}`;
    const dispatcher = { ...me, userId: randomUUID() };
    for (const { userId } of [colleague, dispatcher]) hiddenChannels.set(userId, [CHANNEL]);
    expect((await service.api(colleague).get(path)).body.data).toMatchObject({ title: 'Visit', work_item: { title: null } });
    expect((await service.api(dispatcher).get(path)).body.data).toMatchObject({ title: 'Busy', notes: null, work_item: null });
    expect(await june(service.api(dispatcher))).toMatchObject([{ title: 'Busy' }]);
    expect((await api.get(path)).body.data).toMatchObject({ title: 'Visit', work_item: { title: 'Printer on fire' } });
  });
});
