import { randomUUID } from 'node:crypto';
import { type CitusNode, citusNodes, tenantShards } from '@psa/postgres-kit';
import { createTestDatabase, type TestDatabase } from '@psa/test-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrations } from '../../../apps/assets/src/migrations/index.ts';
import { drainClusterNode } from './drain-node.ts';
import { isolateServiceTenant, rebalanceService } from './move-tenants.ts';

const TENANTS = 20;
const ASSETS = 10;
// Moves copy by logical replication, which waits for its workers to start.
const MOVE_MS = 300_000;

describe('tenants that an operator moves between nodes', () => {
  const large = randomUUID();
  let test: TestDatabase;
  let database: pg.Client;

  beforeAll(async () => {
    test = await createTestDatabase('assets', migrations);
    database = new pg.Client({ connectionString: test.adminUrl });
    await database.connect();
    // Where tenants are looked up; it lies on the coordinator as a whole.
    await test.admin.query('create schema identity');
    await test.admin.query('create table identity.tenants (tenant_id uuid primary key, slug text, name text, suspended_at timestamptz)');
    await test.admin.query("insert into identity.tenants values ($1, 'large', 'Large')", [large]);
    await test.admin.query(
      `insert into assets (tenant, asset_id, client_id, asset_type, asset_tag, name, status)
       select tenant, gen_random_uuid(), gen_random_uuid(), 'server', 'tag', 'name', 'active'
       from (select $1::uuid as tenant union all select gen_random_uuid() from generate_series(2, $2)) tenants, generate_series(1, $3)`,
      [large, TENANTS, ASSETS],
    );
  });
  afterAll(async () => {
    await database.end();
    await test.drop();
  });

  const installation = () => ({ database, bucket: undefined, natsUrl: undefined });
  const addressOf = ({ host, port }: CitusNode) => `${host}:${port}`;
  const nodes = () => citusNodes(database, ['assets']);
  const addresses = async () => {
    const [coordinator, first, second] = (await nodes()).map(addressOf);
    return { coordinator: coordinator!, first: first!, second: second! };
  };
  const countAssets = async () => (await test.admin.query<{ count: number }>('select count(*)::int as count from assets')).rows[0]?.count;

  it('are refused where there is no such thing, or where it lies on one node', async () => {
    const { coordinator } = await addresses();
    const isolated = (service: string, tenant: string, node?: string) => isolateServiceTenant(installation(), service, tenant, node);
    await expect(isolated('asset', 'large')).rejects.toMatchObject({ exitCode: 2 });
    await expect(isolated('assets', 'small')).rejects.toThrow('There is no tenant small');
    await expect(isolated('assets', 'large', 'db9:5432')).rejects.toThrow('The cluster has no node db9:5432');
    await expect(isolated('assets', 'large', coordinator)).rejects.toThrow('takes no tables');
    await expect(isolated('time', 'large')).rejects.toThrow('run psa migrate time');
    await expect(isolated('identity', 'large')).rejects.toThrow('lie on one node: spread them first');
    await expect(rebalanceService(installation(), 'identity')).rejects.toThrow('lie on one node: spread them first');
    await expect(drainClusterNode(installation(), 'db9:5432')).rejects.toThrow('The cluster has no node db9:5432');
    await expect(drainClusterNode(installation(), coordinator)).rejects.toThrow('The coordinator cannot be drained');
  });

  it(
    'have a piece of their own on the node it is wanted on, by slug or id',
    async () => {
      const before = await tenantShards(database, 'assets');
      const { first, second } = await addresses();
      for (const [which, node] of [
        ['large', first],
        [large, second],
      ] as const)
        expect(await isolateServiceTenant(installation(), 'assets', which, node)).toEqual({ isolated: 'large', service: 'assets', node });
      expect(await tenantShards(database, 'assets')).toBeGreaterThan(before);
      expect(await countAssets()).toBe(TENANTS * ASSETS);
    },
    MOVE_MS,
  );

  it(
    'leave a node that is drained, and come back once it takes tables again and they are rebalanced',
    async () => {
      const { first, second } = await addresses();
      expect(await drainClusterNode(installation(), second)).toEqual({ drained: second, moved: 'assets' });
      expect((await nodes()).find((node) => addressOf(node) === second)).toMatchObject({ takesShards: false, services: [] });
      await expect(drainClusterNode(installation(), first)).rejects.toThrow('No other node takes tables');
      const [host, port] = second.split(':');
      await database.query("select citus_set_node_property($1, $2, 'shouldhaveshards', true)", [host, Number(port)]);
      expect(await rebalanceService(installation(), 'assets')).toEqual({ rebalanced: 'assets' });
      expect((await nodes()).filter(({ services }) => services.includes('assets')).map(addressOf)).toEqual([first, second]);
      expect(await countAssets()).toBe(TENANTS * ASSETS);
    },
    MOVE_MS,
  );
});
