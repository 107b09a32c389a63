import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { maintenanceEvents } from '@psa/contracts-assets';
import { identityEvents } from '@psa/contracts-identity';
import { caller, eventually, type TestApi, TestService } from '@psa/test-kit';
import { assetsService } from '../../assets-service.ts';
import { makeAsset } from '../../testing/asset.fixtures.ts';
import { aRecord } from '../../testing/maintenance.fixtures.ts';
import { fakes, UNKNOWN_USER } from '../../testing/fakes.ts';

const DAY = 86_400_000;

describe('maintenance of an asset', () => {
  let service: TestService;
  let api: TestApi;
  let tenant: string;
  let assetId: string;

  beforeAll(async () => {
    service = await TestService.start(assetsService, { ports: fakes });
  });
  afterAll(() => service.stop());

  const newAsset = async () => {
    const me = caller();
    tenant = me.tenant;
    api = service.api(me);
    assetId = (await makeAsset({ service, api, caller: me })).asset_id;
  };
  const schedule = async (given: Record<string, unknown> = {}) => {
    const { body } = await api.post(`/api/v1/assets/${assetId}/maintenance`, {
      schedule_type: 'preventive',
      frequency: 'monthly',
      ...given,
    });
    return body.data.data as Record<string, unknown> & { schedule_id: string; next_maintenance: string };
  };
  const change = (scheduleId: string, body: Record<string, unknown>) => api.put(`/api/v1/assets/maintenance/${scheduleId}`, body);
  const record = (given: Record<string, unknown> = {}) => api.post(`/api/v1/assets/${assetId}/maintenance/record`, aRecord(given));
  const readSchedule = async (scheduleId: string) => {
    const { body } = await api.get(`/api/v1/assets/${assetId}/maintenance`);
    return (body.data.data as { schedule_id: string }[]).find(({ schedule_id }) => schedule_id === scheduleId) as
      Record<string, unknown> | undefined;
  };
  /** As if time had passed: the schedule is due since so many days. */
  const letBeDue = (scheduleId: string, days: number) =>
    service.sql("update maintenance_schedules set next_maintenance = now() - $2 * interval '1 day' where schedule_id = $1", [
      scheduleId,
      days,
    ]);
  const assetVersion = async () => (await service.sql('select version from assets where asset_id = $1', [assetId]))[0].version as number;
  const lastEvent = async () => (await service.events(tenant)).at(-1);

  describe('scheduling', () => {
    it('refuses an assignee who is nobody, or a user of another tenant', async () => {
      await newAsset();
      const refused = { status: 400, text: expect.stringContaining('assigned_to') };
      const body = { schedule_type: 'preventive', frequency: 'monthly', assigned_to: UNKNOWN_USER };
      expect(await api.post(`/api/v1/assets/${assetId}/maintenance`, body)).toMatchObject(refused);
      const { schedule_id } = await schedule();
      expect(await change(schedule_id, { assigned_to: UNKNOWN_USER })).toMatchObject(refused);
      expect(await readSchedule(schedule_id)).toMatchObject({ assigned_to: null });
    });

    it('is due one interval after the start, which is now when none is given', async () => {
      await newAsset();
      const before = Date.now();
      const row = await schedule({ frequency: 'daily', frequency_interval: 2 });
      expect(row).toMatchObject({
        asset_id: assetId,
        schedule_type: 'preventive',
        frequency: 'daily',
        frequency_interval: 2,
        is_active: true,
        last_maintenance: null,
        end_date: null,
        tenant,
      });
      expect(Date.parse(row.next_maintenance)).toBeGreaterThanOrEqual(before + 2 * DAY);
      expect(Date.parse(row.next_maintenance)).toBeLessThanOrEqual(Date.now() + 2 * DAY);
      expect(Date.parse(row.next_maintenance) - Date.parse(row['start_date'] as string)).toBe(2 * DAY);
    });

    it('raises the version of the asset and tells of it', async () => {
      await newAsset();
      const { schedule_id, next_maintenance } = await schedule();
      expect(await assetVersion()).toBe(2);
      expect(await lastEvent()).toMatchObject({
        type: maintenanceEvents.scheduled.type,
        subject: assetId,
        aggregateversion: 2,
        data: { schedule_id, frequency: 'monthly', is_active: true, next_maintenance },
      });
    });

    it('that has ended already is not active and has no due date', async () => {
      await newAsset();
      const row = await schedule({ start_date: '2020-01-01T00:00:00Z', end_date: '2021-01-01T00:00:00Z' });
      expect(row).toMatchObject({ is_active: false, next_maintenance: null });
    });

    it('by a custom recurrence takes its dates from schedule_config', async () => {
      await newAsset();
      const row = await schedule({ frequency: 'custom', schedule_config: { cron: '0 8 1 1 *', timezone: 'Europe/Berlin' } });
      expect(row.next_maintenance).toBe(`${new Date().getUTCFullYear() + 1}-01-01T07:00:00.000Z`);
      expect(row['schedule_config']).toEqual({ cron: '0 8 1 1 *', timezone: 'Europe/Berlin' });
    });

    it.each([
      ['a custom recurrence without configuration', { frequency: 'custom' }, 'schedule_config'],
      ['a rule nobody understands', { frequency: 'custom', schedule_config: { rrule: 'often' } }, 'schedule_config.rrule'],
      ['an end before the start', { start_date: '2026-02-01T00:00:00Z', end_date: '2026-01-01T00:00:00Z' }, 'end_date'],
      ['an interval below one', { frequency_interval: 0 }, 'frequency_interval'],
      ['an unknown frequency', { frequency: 'hourly' }, 'frequency'],
    ])('refuses %s, naming the field', async (_, given, field) => {
      await newAsset();
      const response = await api.post(`/api/v1/assets/${assetId}/maintenance`, {
        schedule_type: 'preventive',
        frequency: 'monthly',
        ...given,
      });
      expect(response).toMatchObject({
        status: 400,
        body: { success: false, error: { code: 'VALIDATION_ERROR', details: { errors: [{ field }] } } },
      });
      expect(await assetVersion()).toBe(1);
    });

    it('of an unknown asset is a 404', async () => {
      await newAsset();
      expect(
        (await api.post(`/api/v1/assets/${randomUUID()}/maintenance`, { schedule_type: 'preventive', frequency: 'monthly' })).status,
      ).toBe(404);
    });
  });

  describe('changing a schedule', () => {
    it('finds the due date anew when the recurrence changes', async () => {
      await newAsset();
      const { schedule_id } = await schedule({ start_date: '2026-01-31T08:00:00Z' });
      const { body } = await change(schedule_id, { frequency: 'yearly', frequency_interval: 100 });
      expect(body.data.data).toMatchObject({ schedule_id, frequency: 'yearly', next_maintenance: '2126-01-31T08:00:00.000Z' });
      expect(await lastEvent()).toMatchObject({ type: maintenanceEvents.scheduled.type, aggregateversion: 3 });
    });

    it('leaves overdue maintenance overdue when the schedule is written back as it was read', async () => {
      await newAsset();
      const { schedule_id } = await schedule();
      await letBeDue(schedule_id, 10);
      const read = (await readSchedule(schedule_id)) as Record<string, unknown>;
      const { body } = await change(schedule_id, { ...read, notes: 'Bring a ladder' });
      expect(body.data.data).toMatchObject({ notes: 'Bring a ladder', next_maintenance: read['next_maintenance'], last_maintenance: null });
    });

    it('changes nothing when the schedule is written back as it was read, nor tells of it', async () => {
      await newAsset();
      const { schedule_id } = await schedule({ frequency: 'custom', schedule_config: { interval_days: 3, timezone: 'Europe/Berlin' } });
      const before = { version: await assetVersion(), read: await readSchedule(schedule_id), event: await lastEvent() };
      expect((await change(schedule_id, before.read as Record<string, unknown>)).body.data.data).toEqual(before.read);
      expect({ version: await assetVersion(), read: await readSchedule(schedule_id), event: await lastEvent() }).toEqual(before);
    });

    it('pauses, and goes on after now', async () => {
      await newAsset();
      const { schedule_id } = await schedule();
      await letBeDue(schedule_id, 3);
      expect((await change(schedule_id, { is_active: false })).body.data.data.is_active).toBe(false);
      const { is_active, next_maintenance } = (await change(schedule_id, { is_active: true })).body.data.data;
      expect(is_active).toBe(true);
      expect(Date.parse(next_maintenance)).toBeGreaterThan(Date.now());
    });

    it('ends by an end date and goes on when it is taken away', async () => {
      await newAsset();
      const { schedule_id } = await schedule();
      const ended = await change(schedule_id, { end_date: new Date(Date.now() + DAY).toISOString() });
      expect(ended.body.data.data).toMatchObject({ is_active: false, next_maintenance: null });
      const going = await change(schedule_id, { end_date: null });
      expect(going.body.data.data).toMatchObject({ is_active: true, next_maintenance: expect.any(String) as unknown });
    });

    it('does not make a paused schedule active by another frequency', async () => {
      await newAsset();
      const { schedule_id } = await schedule({ is_active: false });
      expect((await change(schedule_id, { frequency: 'weekly' })).body.data.data.is_active).toBe(false);
    });

    it('that is unknown succeeds without data', async () => {
      await newAsset();
      const { status, body } = await change(randomUUID(), { notes: 'x' });
      expect({ status, success: body.success, data: body.data }).toEqual({ status: 200, success: true, data: {} });
    });
  });

  it('deletes a schedule and keeps the history of what was done under it', async () => {
    await newAsset();
    const { schedule_id } = await schedule();
    await record({ schedule_id });
    expect((await api.delete(`/api/v1/assets/maintenance/${schedule_id}`)).status).toBe(204);
    expect(await readSchedule(schedule_id)).toBeUndefined();
    const { body } = await api.get(`/api/v1/assets/${assetId}/history`);
    expect(body.data.data).toMatchObject([{ schedule_id: null, maintenance_type: 'preventive' }]);
    expect(await lastEvent()).toMatchObject({ type: maintenanceEvents.unscheduled.type, aggregateversion: 4, data: { schedule_id } });
    expect((await api.delete(`/api/v1/assets/maintenance/${schedule_id}`)).status).toBe(404);
  });

  describe('recording', () => {
    it('writes the history and moves the schedule, in one event', async () => {
      await newAsset();
      const { schedule_id } = await schedule({ start_date: '2026-01-31T08:00:00Z', frequency: 'yearly', frequency_interval: 50 });
      await letBeDue(schedule_id, 10);
      const { status, body } = await record({
        schedule_id,
        performed_at: '2026-03-01T09:00:00+01:00',
        duration_hours: 1.25,
        cost: 99.9,
        parts_used: ['Fan'],
        maintenance_data: { rpm: 900 },
        notes: 'Changed the fan',
      });
      expect(status).toBe(201);
      expect(body.data.data).toMatchObject({
        asset_id: assetId,
        schedule_id,
        performed_at: '2026-03-01T08:00:00.000Z',
        duration_hours: 1.25,
        cost: 99.9,
        parts_used: ['Fan'],
        maintenance_data: { rpm: 900 },
        notes: 'Changed the fan',
        description: 'Changed the fan',
        performed_by_user_name: null,
        tenant,
      });
      expect(await readSchedule(schedule_id)).toMatchObject({
        last_maintenance: '2026-03-01T08:00:00.000Z',
        next_maintenance: '2076-01-31T08:00:00.000Z',
      });
      expect(await lastEvent()).toMatchObject({
        type: maintenanceEvents.completed.type,
        aggregateversion: 3,
        data: { history_id: body.data.data.history_id, schedule_id, next_maintenance: '2076-01-31T08:00:00.000Z' },
      });
    });

    it('needs no schedule', async () => {
      await newAsset();
      const { status, body } = await record({ maintenance_type: 'corrective' });
      expect({ status, ...body.data.data }).toMatchObject({
        status: 201,
        schedule_id: null,
        description: 'Corrective maintenance performed',
        parts_used: [],
        cost: null,
        duration_hours: null,
      });
    });

    it('passes over a schedule that does not exist', async () => {
      await newAsset();
      const { status, body } = await record({ schedule_id: randomUUID() });
      expect({ status, ...body.data.data }).toMatchObject({ status: 201, schedule_id: null });
    });

    it('refuses a schedule of another asset', async () => {
      await newAsset();
      const other = await schedule();
      assetId = (await makeAsset({ service, api, caller: api.caller as never })).asset_id;
      expect(await record({ schedule_id: other.schedule_id })).toMatchObject({
        status: 400,
        body: { error: { details: { errors: [{ field: 'schedule_id' }] } } },
      });
      const [row] = await service.sql('select last_maintenance from maintenance_schedules where schedule_id = $1', [other.schedule_id]);
      expect(row.last_maintenance).toBeNull();
    });

    it('older work than the last goes into the history and moves nothing', async () => {
      await newAsset();
      const { schedule_id } = await schedule();
      await record({ schedule_id, performed_at: '2026-03-01T00:00:00Z' });
      await letBeDue(schedule_id, 1);
      const before = await readSchedule(schedule_id);
      expect((await record({ schedule_id, performed_at: '2026-02-01T00:00:00Z' })).status).toBe(201);
      expect(await readSchedule(schedule_id)).toEqual(before);
    });

    it('the last work under a schedule that ends makes it inactive', async () => {
      await newAsset();
      const { schedule_id } = await schedule({ frequency: 'monthly', end_date: new Date(Date.now() + 2 * DAY).toISOString() });
      await record({ schedule_id, performed_at: new Date().toISOString() });
      expect(await readSchedule(schedule_id)).toMatchObject({ is_active: false, next_maintenance: null });
    });

    it('cannot have been done in the future', async () => {
      await newAsset();
      const response = await record({ performed_at: new Date(Date.now() + DAY).toISOString() });
      expect(response).toMatchObject({ status: 400, body: { error: { details: { errors: [{ field: 'performed_at' }] } } } });
    });

    it.each(['maintenance_type', 'performed_by', 'performed_at'])('demands %s', async (field) => {
      await newAsset();
      const response = await api.post(`/api/v1/assets/${assetId}/maintenance/record`, { ...aRecord(), [field]: undefined });
      expect(response).toMatchObject({ status: 400, body: { error: { details: { errors: [{ field }] } } } });
    });

    it('shows who did the work by the name the identity service tells, also after the user is gone', async () => {
      await newAsset();
      const performed_by = randomUUID();
      const user = {
        user_id: performed_by,
        username: 'ada',
        email: 'ada@example.com',
        first_name: 'Ada',
        last_name: 'Lovelace',
        user_type: 'internal',
        is_inactive: false,
      };
      await record({ performed_by });
      const name = async () =>
        (await api.get(`/api/v1/assets/${assetId}/history`)).body.data.data[0].performed_by_user_name as string | null;
      await service.publish(tenant, identityEvents.userCreated, user, 1);
      await eventually(async () => (await name()) === 'Ada Lovelace');
      await service.publish(tenant, identityEvents.userUpdated, { ...user, last_name: 'King' }, 3);
      await eventually(async () => (await name()) === 'Ada King');
      await service.publish(tenant, identityEvents.userUpdated, { ...user, last_name: 'Byron' }, 2);
      await service.publish(tenant, identityEvents.userDeleted, { user_id: performed_by }, 4);
      await eventually(
        async () => (await service.sql('select 1 from user_replicas where user_id = $1 and is_deleted', [performed_by])).length === 1,
      );
      expect(await name()).toBe('Ada King');
    });
  });

  describe('lists', () => {
    it('the history is newest first, in pages, by date and by schedule', async () => {
      await newAsset();
      const { schedule_id } = await schedule();
      for (const day of ['03', '01', '02'])
        await record({ performed_at: `2026-01-${day}T00:00:00Z`, notes: `Day ${day}`, ...(day === '02' ? { schedule_id } : {}) });
      const days = async (query: Record<string, string | number> = {}) => {
        const { body } = await api.get(`/api/v1/assets/${assetId}/history`, { query });
        return { total: body.data.pagination.total as number, notes: (body.data.data as { notes: string }[]).map(({ notes }) => notes) };
      };
      expect(await days()).toEqual({ total: 3, notes: ['Day 03', 'Day 02', 'Day 01'] });
      expect(await days({ limit: 2, page: 2 })).toEqual({ total: 3, notes: ['Day 01'] });
      expect(await days({ order: 'asc', performed_from: '2026-01-02' })).toEqual({ total: 2, notes: ['Day 02', 'Day 03'] });
      expect(await days({ schedule_id })).toEqual({ total: 1, notes: ['Day 02'] });
      expect(await days({ search: 'AY 01' })).toEqual({ total: 1, notes: ['Day 01'] });
    });

    it('schedules come with those due first, those that ended last', async () => {
      await newAsset();
      await schedule({ frequency: 'yearly', notes: 'third', is_active: false });
      await schedule({ start_date: '2020-01-01T00:00:00Z', end_date: '2020-01-02T00:00:00Z', notes: 'fourth' });
      await schedule({ frequency: 'daily', notes: 'first' });
      await schedule({ frequency: 'monthly', notes: 'second' });
      const notes = async (query: Record<string, string | number> = {}) =>
        ((await api.get(`/api/v1/assets/${assetId}/maintenance`, { query })).body.data.data as { notes: string }[]).map((row) => row.notes);
      expect(await notes()).toEqual(['first', 'second', 'third', 'fourth']);
      expect(await notes({ is_active: 'true' })).toEqual(['first', 'second']);
    });

    it.each(['maintenance', 'history'])('the %s of an unknown asset is an empty list', async (list) => {
      await newAsset();
      const { status, body } = await api.get(`/api/v1/assets/${randomUUID()}/${list}`);
      expect({ status, data: body.data.data, total: body.data.pagination.total }).toEqual({ status: 200, data: [], total: 0 });
    });
  });

  describe('the asset', () => {
    it.each([
      [-1, 'scheduled'],
      [1, 'due'],
      [8, 'overdue'],
    ])('with a schedule due since %i days is %s', async (days, status) => {
      await newAsset();
      const { schedule_id } = await schedule({ notes: 'Fan', start_date: '2026-01-31T08:00:00Z' });
      await letBeDue(schedule_id, days);
      const { body } = await api.get(`/api/v1/assets/${assetId}`);
      expect(body.data.data).toMatchObject({ maintenance_status: status, maintenance_schedules: [{ schedule_id, notes: 'Fan' }] });
      // Byte for byte what the list shows, its timestamps included.
      expect(body.data.data.maintenance_schedules[0]).toEqual(await readSchedule(schedule_id));
    });

    it('is found by what is due, and counted', async () => {
      await newAsset();
      const { schedule_id } = await schedule();
      const paused = await schedule({ is_active: false });
      await letBeDue(paused.schedule_id, 30);
      const found = async (due: boolean) =>
        ((await api.get('/api/v1/assets', { query: { maintenance_due: due } })).body.data.data as { asset_id: string }[]).map(
          ({ asset_id }) => asset_id,
        );
      const counted = async () => {
        const { maintenance_due, maintenance_overdue } = (await api.get('/api/v1/assets/stats')).body.data.data;
        return { maintenance_due, maintenance_overdue };
      };
      expect(await found(true)).toEqual([]);
      expect(await found(false)).toEqual([assetId]);
      await letBeDue(schedule_id, 1);
      expect(await found(true)).toEqual([assetId]);
      expect(await found(false)).toEqual([]);
      expect(await counted()).toEqual({ maintenance_due: 1, maintenance_overdue: 0 });
      await letBeDue(schedule_id, 8);
      expect(await counted()).toEqual({ maintenance_due: 1, maintenance_overdue: 1 });
    });

    it('takes its schedules and history with it when it is deleted', async () => {
      await newAsset();
      const { schedule_id } = await schedule();
      await record({ schedule_id });
      expect((await api.delete(`/api/v1/assets/${assetId}`)).status).toBe(204);
      expect(
        await service.sql(
          'select 1 from maintenance_schedules where tenant = $1 union all select 1 from maintenance_history where tenant = $1',
          [tenant],
        ),
      ).toEqual([]);
    });
  });
});
