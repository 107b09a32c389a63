import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { caller, TestService } from '@psa/test-kit';
import fc from 'fast-check';
import { assetsService } from '../../../assets-service.ts';
import { aClient, anAsset } from '../../../testing/make.ts';
import { fakes } from '../../../testing/fakes.ts';

const PATH = '/api/v1/assets/stats';
const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

const CLIENTS = Array.from({ length: 14 }, () => randomUUID());

interface GivenAsset {
  asset_type: string;
  status: string;
  client_id: string;
  /** Days from now, or from the start of the month. */
  warranty: number | null;
  purchase: number | null;
  created: number;
  cents: number | null;
  /** Days from now, negated where the schedule is not active. */
  schedules: { due: number | null; is_active: boolean }[];
}

/** A quarter of a day away from every limit, so that the time a test takes moves none across. */
const days = (reach: number) => fc.integer({ min: -reach, max: reach }).map((whole) => whole + 0.25);

const givenAsset: fc.Arbitrary<GivenAsset> = fc.record({
  asset_type: fc.constantFrom('workstation', 'server', 'printer', 'unknown'),
  status: fc.constantFrom('active', 'Active', 'in repair', 'retired', '1', '__proto__', 'حالة'),
  client_id: fc.constantFrom(...CLIENTS),
  warranty: fc.option(days(45)),
  purchase: fc.option(days(1500)),
  created: days(20),
  cents: fc.option(fc.integer({ min: 0, max: 9_999_999_999 })),
  schedules: fc.array(fc.record({ due: fc.option(days(12)), is_active: fc.boolean() }), { maxLength: 3 }),
});

function monthStart(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
}

function counts<T>(values: readonly T[]): [T, number][] {
  const found = new Map<T, number>();
  for (const value of values) found.set(value, (found.get(value) ?? 0) + 1);
  return [...found];
}

/** The figures, by counting one asset after another. */
function reference(assets: readonly GivenAsset[]): Record<string, unknown> {
  const warranties = assets.flatMap(({ warranty }) => (warranty === null ? [] : [warranty]));
  const ages = assets.flatMap(({ purchase }) => (purchase === null ? [] : [-purchase]));
  const due = assets
    .flatMap(({ schedules }) => schedules)
    .flatMap((schedule) => (schedule.is_active && schedule.due !== null ? [schedule.due] : []));
  const byClient = counts(assets.map(({ client_id }) => client_id)).sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1));
  return {
    total_assets: assets.length,
    assets_by_type: Object.fromEntries(counts(assets.map(({ asset_type }) => asset_type))),
    assets_by_status: Object.fromEntries(counts(assets.map(({ status }) => status))),
    assets_by_client: Object.fromEntries(byClient.slice(0, 10)),
    warranty_expiring_soon: warranties.filter((day) => day > 0 && day < 30).length,
    warranty_expired: warranties.filter((day) => day < 0).length,
    maintenance_due: due.filter((day) => day < 0).length,
    maintenance_overdue: due.filter((day) => day < -7).length,
    // A nought is added, because an average just below nought rounds to minus nought, which JSON does not have.
    average_asset_age_days: ages.length === 0 ? null : Math.round(ages.reduce((sum, age) => sum + age, 0) / ages.length) + 0,
    total_asset_value: assets.reduce((sum, { cents }) => sum + (cents ?? 0), 0) / 100,
    assets_added_this_month: assets.filter(({ created }) => created > 0).length,
  };
}

describe('the figures over all assets', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await TestService.start(assetsService, { ports: fakes });
  });
  afterAll(() => service.stop());

  const write = async (tenant: string, assets: readonly GivenAsset[]) => {
    const now = new Date();
    const at = (day: number | null, from = now.getTime()) => (day === null ? null : new Date(from + day * DAY).toISOString());
    const rows = assets.map(({ warranty, purchase, created, cents, schedules, ...asset }) => ({
      ...asset,
      asset_id: randomUUID(),
      warranty_end_date: at(warranty),
      purchase_date: at(purchase),
      created_at: at(created, monthStart(now)),
      purchase_price: cents === null ? null : cents / 100,
      schedules: schedules.map((schedule) => ({ ...schedule, schedule_id: randomUUID(), next_maintenance: at(schedule.due) })),
    }));
    await service.sql(
      `insert into assets (tenant, asset_id, client_id, asset_type, asset_tag, name, status, warranty_end_date, purchase_date, created_at, purchase_price)
       select $1, asset_id, client_id, asset_type, 'T', 'N', status, warranty_end_date, purchase_date, created_at, purchase_price from json_to_recordset($2)
       as a(asset_id uuid, client_id uuid, asset_type text, status text, warranty_end_date timestamptz, purchase_date timestamptz, created_at timestamptz, purchase_price numeric)`,
      [tenant, JSON.stringify(rows)],
    );
    await service.sql(
      `insert into maintenance_schedules (tenant, schedule_id, asset_id, schedule_type, frequency, frequency_interval, start_date, is_active, next_maintenance)
       select $1, schedule_id, asset_id, 'inspection', 'yearly', 1, now(), is_active, next_maintenance from json_to_recordset($2)
       as s(schedule_id uuid, asset_id uuid, is_active boolean, next_maintenance timestamptz)`,
      [tenant, JSON.stringify(rows.flatMap(({ asset_id, schedules }) => schedules.map((schedule) => ({ ...schedule, asset_id }))))],
    );
  };

  it('are those that counting gives, whatever the assets', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(givenAsset, { maxLength: 60 }), async (assets) => {
        const me = caller();
        await write(me.tenant, assets);
        const { status, body } = await service.api(me).get(PATH);
        expect(status).toBe(200);
        expect(body.data.data).toEqual(reference(assets));
      }),
      { numRuns: 40 },
    );
  });

  it('of no assets are noughts', async () => {
    const { body } = await service.api(caller()).get(PATH);
    expect(body.data.data).toEqual({
      total_assets: 0,
      assets_by_type: {},
      assets_by_status: {},
      assets_by_client: {},
      warranty_expiring_soon: 0,
      warranty_expired: 0,
      maintenance_due: 0,
      maintenance_overdue: 0,
      average_asset_age_days: null,
      total_asset_value: 0,
      assets_added_this_month: 0,
    });
  });

  it('count what the API has made, changed and deleted', async () => {
    const me = caller();
    const api = service.api(me);
    const client = await aClient(service, me.tenant);
    const add = async (given: Record<string, unknown>) =>
      (await api.post('/api/v1/assets', anAsset(client, given))).body.data.data.asset_id as string;
    const [kept, gone] = [await add({ asset_type: 'server' }), await add({ asset_type: 'printer' })];
    await api.put(`/api/v1/assets/${kept}`, { status: 'in repair' });
    await api.delete(`/api/v1/assets/${gone}`);
    expect((await api.get(PATH)).body.data.data).toMatchObject({
      total_assets: 1,
      assets_by_type: { server: 1 },
      assets_by_status: { 'in repair': 1 },
      assets_by_client: { [client.client_id]: 1 },
      assets_added_this_month: 1,
    });
  });
});
