import { createTestDatabase, type TestDatabase } from '@psa/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrations } from '../../../apps/assets/src/migrations/index.ts';
import { distributeService } from './distribute-service.ts';
import { listNodes } from './list-nodes.ts';
import { placeService } from './place-service.ts';

const SHARDS = 4;
const TENANTS = 20;
const ASSETS = 50;

describe('a service whose tenants an operator spreads', () => {
  let test: TestDatabase;
  let database: pg.Client;

  beforeAll(async () => {
    test = await createTestDatabase('assets', migrations);
    database = new pg.Client({ connectionString: test.adminUrl });
    await database.connect();
  });
  afterAll(async () => {
    await database.end();
    await test.drop();
  });

  const installation = () => ({ database, bucket: undefined, natsUrl: undefined });

  it('lies on all workers with all of its rows, and is moved as a whole no more', async () => {
    await test.admin.query(
      `insert into assets (tenant, asset_id, client_id, asset_type, asset_tag, name, status)
       select tenant, gen_random_uuid(), gen_random_uuid(), 'server', 'tag', 'name', 'active'
       from (select gen_random_uuid() as tenant from generate_series(1, $1)) tenants, generate_series(1, $2)`,
      [TENANTS, ASSETS],
    );
    expect(await distributeService(installation(), 'assets', SHARDS)).toEqual({ distributed: 'assets', shards: SHARDS });
    // A second number asked for changes nothing.
    expect(await distributeService(installation(), 'assets', 2 * SHARDS)).toEqual({ distributed: 'assets', shards: SHARDS });
    const { rows } = await test.admin.query<{ count: number }>('select count(*)::int as count from assets group by tenant');
    expect(rows).toEqual(Array.from({ length: TENANTS }, () => ({ count: ASSETS })));
    const { nodes } = await listNodes(installation());
    const workers = nodes.filter(({ role }) => role === 'worker');
    expect(workers.length).toBeGreaterThan(1);
    expect(workers.map(({ services }) => services)).toEqual(workers.map(() => 'assets'));
    await expect(placeService(installation(), 'assets', String(workers[0]?.node))).rejects.toThrow('are spread over nodes');
  });
});
