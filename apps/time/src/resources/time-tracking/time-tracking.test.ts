import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { timeTrackingEvents } from '@psa/contracts-time';
import { caller, earlier, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { fakes } from '../../testing/fakes.ts';
import { SERVICE } from '../../testing/make-time.ts';
import { timeService } from '../../time-service.ts';

const PATH = '/api/v1/time-entries';
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

/** Time is logged from minute to minute, and a minute may begin between two calls. */
function expectMinutes(actual: unknown, minutes: number): void {
  expect([minutes, minutes + 1]).toContain(actual);
}

describe('timers', () => {
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
    await api.post('/api/v1/time-periods', { start_date: '2020-01-01', end_date: '2060-01-01' });
  });

  const start = (given: Record<string, unknown> = {}) =>
    api.post(`${PATH}/start-tracking`, { work_item_type: 'ticket', work_item_id: randomUUID(), service_id: SERVICE, ...given });
  const active = async () => (await api.get(`${PATH}/active-session`)).body.data as { session_id: string } | null;
  /** Lets a timer have run for longer than it has. */
  const age = (hours: number) =>
    service.sql(`update time_sessions set start_time = ${earlier('start_time', "$1 * interval '1 hour'")} where user_id = $2`, [
      hours,
      me.userId,
    ]);

  it('run until they are stopped, and leave the time they ran', async () => {
    const { status, body } = await start({ notes: 'Looking at the printer' });
    expect({ status, data: body.data }).toMatchObject({
      status: 201,
      data: {
        status: 'active',
        elapsed_minutes: 0,
        work_item_title: 'Printer on fire',
        service_name: 'Remote support',
        is_overlong: false,
      },
    });
    expect((await api.get(PATH)).body.pagination.total).toBe(0);
    const stopped = await api.post(`${PATH}/stop-tracking/${body.data.session_id}`, { end_time: inHours(2) });
    expect({ status: stopped.status, data: stopped.body.data }).toMatchObject({
      status: 201,
      data: { notes: 'Looking at the printer', is_overlong: false, time_sheet: { approval_status: 'DRAFT' } },
    });
    expectMinutes(stopped.body.data.duration_minutes, 120);
    expect(await active()).toBeNull();
    const { session_id } = body.data as { session_id: string };
    expect(await service.events(me.tenant)).toContainEqual(
      expect.objectContaining({
        type: timeTrackingEvents.stopped.type,
        data: expect.objectContaining({ session_id, entry_id: stopped.body.data.entry_id }),
      }),
    );
  });

  it('of one person run one at a time', async () => {
    const { body } = await start();
    const refused = await start();
    expect({ status: refused.status, details: refused.body.error.details }).toMatchObject({
      status: 409,
      details: { session_id: body.data.session_id },
    });
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        service.api({ ...me, userId: me.userId }).post(`${PATH}/start-tracking`, { work_item_type: 'ad_hoc', service_id: SERVICE }),
      ),
    );
    expect(replies.every(({ status: code }) => code === 409)).toBe(true);
  });

  it('make way for another in the same call', async () => {
    await start();
    await age(1);
    const { status, body } = await start({ stop_active: true });
    expect(status).toBe(201);
    expect(await active()).toMatchObject({ session_id: body.data.session_id });
    const { body: list } = await api.get(PATH);
    expect(list.data).toHaveLength(1);
    expectMinutes(list.data[0].duration_minutes, 60);
  });

  it('that ran less than a minute leave nothing when they make way', async () => {
    await start();
    expect((await start({ stop_active: true })).status).toBe(201);
    expect((await api.get(PATH)).body.pagination.total).toBe(0);
  });

  it('go on when their stop is refused', async () => {
    const { body } = await start();
    const { session_id } = body.data as { session_id: string };
    expect((await api.post(`${PATH}/stop-tracking/${session_id}`, {})).status).toBe(400);
    await api.post(PATH, { work_item_type: 'ad_hoc', service_id: SERVICE, start_time: inHours(1), end_time: inHours(2) });
    expect((await api.post(`${PATH}/stop-tracking/${session_id}`, { end_time: inHours(3) })).status).toBe(409);
    expect(await active()).toMatchObject({ session_id });
  });

  it('that were forgotten are stopped all the same, and the time is marked', async () => {
    const { body } = await start();
    await age(340);
    expect((await api.get(`${PATH}/active-session`)).body.data).toMatchObject({ elapsed_minutes: 20_400, is_overlong: true });
    const stopped = await api.post(`${PATH}/stop-tracking/${body.data.session_id}`, {});
    expect(stopped.body.data).toMatchObject({ is_overlong: true, approval_status: 'DRAFT' });
    expectMinutes(stopped.body.data.duration_minutes, 20_400);
  });

  it('that ran longer than work may last are cut to that', async () => {
    const { body } = await start();
    await age(40 * 24);
    const stopped = await api.post(`${PATH}/stop-tracking/${body.data.session_id}`, {});
    expect(stopped.body.data).toMatchObject({ duration_minutes: 31 * 24 * 60, is_overlong: true });
  });

  it('are nobody else’s', async () => {
    const { body } = await start();
    const other = service.api({ ...me, userId: randomUUID() });
    expect((await other.post(`${PATH}/stop-tracking/${body.data.session_id}`, { end_time: inHours(1) })).status).toBe(404);
    expect((await other.get(`${PATH}/active-session`)).body.data).toBeNull();
    expect((await other.delete(`${PATH}/active-session`)).status).toBe(404);
  });

  it('can be discarded, which logs nothing', async () => {
    await start();
    expect((await api.delete(`${PATH}/active-session`)).status).toBe(204);
    expect(await active()).toBeNull();
    expect((await api.get(PATH)).body.pagination.total).toBe(0);
  });
});
