import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { assetEvents } from '@psa/contracts-assets';
import { runSchedule, type ScheduleOptions } from '@psa/work-kit';
import { caller, type TestApi, type TestCaller, TestService } from '@psa/test-kit';
import { assetsService } from '../assets-service.ts';
import { aClient, anAsset, type MadeClient } from '../testing/make.ts';
import { warrantyScan } from './warranty-scan.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('the warranty scan', () => {
  let service: TestService;
  let me: TestCaller;
  let api: TestApi;
  let client: MadeClient;

  beforeAll(async () => {
    service = await TestService.start(assetsService);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    me = caller();
    api = service.api(me);
    client = await aClient(service, me.tenant);
  });

  const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
  const assetEndingIn = async (days: number): Promise<string> =>
    (await api.post('/api/v1/assets', anAsset(client, { warranty_end_date: inDays(days) }))).body.data.data.asset_id;
  const told = async ({ tenant }: TestCaller = me) =>
    (await service.events(tenant)).filter(({ type }) => type === assetEvents.warrantyExpiring.type);
  const thresholdsTold = async () => (await told()).map(({ data }) => data['threshold_days']);
  const scan = () => service.tick('warranty-scan');

  /** A run as of some days from now, without the lock that keeps replicas apart. */
  const scanIn = (days: number, options: Partial<ScheduleOptions> = {}) => {
    const { scheduleOptions } = service.running;
    const work = { ...scheduleOptions, ...options };
    return warrantyScan.run({
      ...work,
      now: new Date(Date.now() + days * DAY),
      ports: { warrantyThresholds: [1, 7, 30, 60, 90] } as never,
      asTenant: (tenant) => work.asTenant({ tenant, actor: { id: 'assets', type: 'system' }, correlationId: 'test' }) as never,
    });
  };

  it('tells of a warranty that ends within a threshold, as a change of its asset', async () => {
    const assetId = await assetEndingIn(25.5);
    await scan();
    const asset = await api.get(`/api/v1/assets/${assetId}`);
    expect(await told()).toMatchObject([
      {
        subject: assetId,
        aggregateversion: 2,
        actor: { id: 'assets', type: 'system' },
        data: {
          asset_id: assetId,
          client_id: client.client_id,
          warranty_end_date: asset.body.data.data.warranty_end_date,
          threshold_days: 30,
          days_remaining: 26,
        },
      },
    ]);
    expect(asset.headers.get('etag')).toMatch(/^"2-/);
  });

  it('tells each threshold once, however often it runs', async () => {
    await assetEndingIn(25);
    for (let run = 0; run < 3; run++) await scan();
    expect(await thresholdsTold()).toEqual([30]);
  });

  it('tells one threshold after another as the end comes near, and nothing after it', async () => {
    await assetEndingIn(100);
    for (const days of [0, 9.9, 10.1, 11, 39, 41, 71, 92, 94, 99.5, 99.9, 100.1, 130]) await scanIn(days);
    expect(await thresholdsTold()).toEqual([90, 60, 30, 7, 1]);
  });

  it('tells only the nearest of the thresholds passed at once, and notes the others as passed', async () => {
    const assetId = await assetEndingIn(20);
    await scan();
    expect(await thresholdsTold()).toEqual([30]);
    expect(await service.sql('select threshold_days, was_told from warranty_notices where asset_id = $1 order by 1', [assetId])).toEqual([
      { threshold_days: 30, was_told: true },
      { threshold_days: 60, was_told: false },
      { threshold_days: 90, was_told: false },
    ]);
  });

  it('has nothing to say of warranties that are absent, over or far away', async () => {
    await api.post('/api/v1/assets', anAsset(client));
    for (const days of [-400, -0.001, 90.01, 400]) await assetEndingIn(days);
    await scan();
    expect(await told()).toEqual([]);
  });

  it('starts over when the end date changes', async () => {
    const assetId = await assetEndingIn(25);
    await scan();
    await api.put(`/api/v1/assets/${assetId}`, { warranty_end_date: inDays(50) });
    await scan();
    await api.put(`/api/v1/assets/${assetId}`, { warranty_end_date: null });
    await scan();
    expect(await thresholdsTold()).toEqual([30, 60]);
  });

  it('tells every tenant of its own', async () => {
    const [mine, theirs] = [me, caller()];
    await assetEndingIn(3);
    const theirClient = await aClient(service, theirs.tenant);
    await service.api(theirs).post('/api/v1/assets', anAsset(theirClient, { warranty_end_date: inDays(6) }));
    await scan();
    expect(await told(mine)).toMatchObject([{ data: { client_id: client.client_id, threshold_days: 7 } }]);
    expect(await told(theirs)).toMatchObject([{ data: { client_id: theirClient.client_id, threshold_days: 7 } }]);
  });

  it('goes on over many batches', async () => {
    await service.sql(
      `insert into assets (tenant, asset_id, client_id, asset_type, asset_tag, name, status, warranty_end_date)
       select $1, gen_random_uuid(), $2, 'server', 'T' || n, 'Server', 'active', now() + (n % 3) * interval '1 hour' + interval '5 days' from generate_series(1, 1200) n`,
      [me.tenant, client.client_id],
    );
    await scan();
    const events = await told();
    expect(events).toHaveLength(1200);
    expect(new Set(events.map(({ subject }) => subject)).size).toBe(1200);
  });

  it('tells nothing twice when two replicas run at once', async () => {
    for (const days of [0.5, 3, 20, 40, 80]) await assetEndingIn(days);
    await Promise.all([scanIn(0), scanIn(0), scan()]);
    expect((await thresholdsTold()).sort()).toEqual([1, 30, 60, 7, 90]);
  });

  it('leaves a run to the replica that is at it', async () => {
    let finish = () => {};
    const slow = {
      ...warrantyScan,
      run: () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    };
    const running = runSchedule(slow, service.running.scheduleOptions);
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    expect(await runSchedule(slow, service.running.scheduleOptions)).toBe(false);
    finish();
    expect(await running).toBe(true);
  });

  it('does the rest after a crash in the middle, and nothing again', async () => {
    const assets = [];
    for (let asset = 0; asset < 6; asset++) assets.push(await assetEndingIn(5));
    let begun = 0;
    const crashing: Partial<ScheduleOptions> = {
      asTenant: (context) => {
        if (++begun > 3) throw new Error('the process ended here');
        return service.running.scheduleOptions.asTenant(context);
      },
    };
    await expect(scanIn(0, crashing)).rejects.toThrow('the process ended here');
    expect(await told()).toHaveLength(3);
    await scan();
    expect((await told()).map(({ subject }) => subject).sort()).toEqual(assets.sort());
  });

  it('notes nothing that it could not tell of, and tells of the others', async () => {
    const [one, other] = [await assetEndingIn(5), await assetEndingIn(5)];
    await service.sql("alter table outbox add constraint refused check (envelope not like '%' || '" + one + "' || '%') not valid");
    await scan();
    expect(await told()).toMatchObject([{ subject: other }]);
    expect(await service.sql('select 1 from warranty_notices where asset_id = $1', [one])).toEqual([]);
    await service.sql('alter table outbox drop constraint refused');
    await scan();
    expect((await told()).map(({ subject }) => subject)).toEqual([other, one]);
  });

  it('forgets its notices with their asset', async () => {
    const assetId = await assetEndingIn(5);
    await scan();
    await api.delete(`/api/v1/assets/${assetId}`);
    expect(await service.sql('select 1 from warranty_notices where asset_id = $1', [assetId])).toEqual([]);
  });

  it('sees of other assets nothing but when their warranty ends', async () => {
    const { workerDatabase } = service.running;
    await expect(workerDatabase.query('select name from assets')).rejects.toThrow('permission denied');
    await expect(workerDatabase.query('select was_told from warranty_notices')).rejects.toThrow('permission denied');
  });

  it('looks at the thresholds that are set', async () => {
    const own = await TestService.start(assetsService, { settings: { PSA_WARRANTY_THRESHOLDS_DAYS: '14,3' } });
    try {
      const theirs = await aClient(own, me.tenant);
      for (const days of [2, 10, 20]) await own.api(me).post('/api/v1/assets', anAsset(theirs, { warranty_end_date: inDays(days) }));
      await own.tick('warranty-scan');
      const events = (await own.events(me.tenant)).filter(({ type }) => type === assetEvents.warrantyExpiring.type);
      expect(events.map(({ data }) => data['threshold_days'])).toEqual([3, 14]);
    } finally {
      await own.stop();
    }
  });
});
