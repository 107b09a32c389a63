import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { timePeriodEvents } from '@psa/contracts-time';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { timeService } from '../../time-service.ts';

const PATH = '/api/v1/time-periods';
const WEEK = { start_date: '2026-01-05', end_date: '2026-01-12' };

describe('Time periods', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;

  beforeAll(async () => {
    service = await TestService.start(timeService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    me = caller();
    api = service.api(me);
  });

  it('creates one, publishes the event, and reads it back', async () => {
    const created = await api.post(PATH, WEEK);
    expect(created.body.data).toMatchObject({
      ...WEEK,
      duration_days: 7,
      week_number: 2,
      month_name: 'January',
      year: 2026,
      is_current: false,
    });
    expect((await api.get(created.headers.get('location') ?? '')).body.data).toEqual(created.body.data);
    expect(await service.events(me.tenant)).toMatchObject([{ type: timePeriodEvents.created.type, aggregateversion: 1 }]);
  });

  it('knows the period of today', async () => {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    expect((await api.post(PATH, { start_date: day(-1), end_date: day(2) })).body.data.is_current).toBe(true);
  });

  it('refuses an end that is not after the start', async () => {
    const refused = await api.post(PATH, { ...WEEK, end_date: WEEK.start_date });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details).toMatchObject([{ path: ['end_date'] }]);
  });

  it('refuses overlap but lets periods touch', async () => {
    await api.post(PATH, WEEK);
    expect((await api.post(PATH, { start_date: '2026-01-11', end_date: '2026-01-13' })).status).toBe(409);
    expect((await api.post(PATH, { start_date: '2026-01-12', end_date: '2026-01-19' })).status).toBe(201);
  });

  it('stores one of many that overlap and are created at once', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => api.post(PATH, WEEK)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  });

  it('moves one by what was given, and only from the version that was read', async () => {
    const created = await api.post(PATH, WEEK);
    const path = created.headers.get('location') ?? '';
    const ifMatch = { headers: { 'if-match': created.headers.get('etag') ?? '' } };
    expect((await api.put(path, { end_date: '2026-01-10' }, ifMatch)).body.data).toMatchObject({ ...WEEK, end_date: '2026-01-10' });
    expect((await api.put(path, { end_date: '2026-01-09' }, ifMatch)).status).toBe(412);
  });

  it('refuses to move one onto another', async () => {
    await api.post(PATH, { start_date: '2026-01-12', end_date: '2026-01-19' });
    const path = (await api.post(PATH, WEEK)).headers.get('location') ?? '';
    expect((await api.put(path, { end_date: '2026-01-13' })).status).toBe(409);
  });

  it('lists the latest first, and finds the period of a day', async () => {
    await api.post(`${PATH}/generate`, { start_date: '2026-01-05', end_date: '2026-01-26', frequency: 'weekly' });
    const all = await api.get(PATH, { query: { limit: 2 } });
    expect(all.body).toMatchObject({ data: [{ start_date: '2026-01-19' }, { start_date: '2026-01-12' }], pagination: { total: 3 } });
    const ofDay = await api.get(PATH, { query: { date: '2026-01-12' } });
    expect(ofDay.body).toMatchObject({ data: [{ start_date: '2026-01-12' }], pagination: { total: 1 } });
  });

  it('generates months from the anchor without a partial last one', async () => {
    const { status, body } = await api.post(`${PATH}/generate`, { start_date: '2026-01-31', end_date: '2026-04-29', frequency: 'monthly' });
    expect(status).toBe(201);
    expect(body.data.periods).toMatchObject([
      { start_date: '2026-01-31', end_date: '2026-02-28' },
      { start_date: '2026-02-28', end_date: '2026-03-31' },
    ]);
  });

  it('generates nothing when one overlaps, unless told to skip it', async () => {
    await api.post(PATH, { start_date: '2026-01-13', end_date: '2026-01-14' });
    const range = { start_date: '2026-01-05', end_date: '2026-01-26', frequency: 'weekly' };
    expect((await api.post(`${PATH}/generate`, range)).status).toBe(409);
    expect((await api.get(PATH)).body.pagination.total).toBe(1);
    const { body } = await api.post(`${PATH}/generate`, { ...range, on_conflict: 'skip' });
    expect(body.data.periods).toMatchObject([{ start_date: '2026-01-05' }, { start_date: '2026-01-19' }]);
  });

  it('refuses custom periods without a length, and more than it may generate', async () => {
    const range = { start_date: '2026-01-05', end_date: '2028-01-05' };
    expect((await api.post(`${PATH}/generate`, { ...range, frequency: 'custom' })).status).toBe(400);
    expect((await api.post(`${PATH}/generate`, { ...range, frequency: 'daily' })).status).toBe(400);
  });

  it('deletes it for good', async () => {
    const path = (await api.post(PATH, WEEK)).headers.get('location') ?? '';
    expect((await api.delete(path)).status).toBe(204);
    expect((await api.get(path)).status).toBe(404);
  });
});
