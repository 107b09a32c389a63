import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type CitusNode, citusNodes, drainNode, isolateTenant, rebalanceTenants, type TenantDb, tenantShards } from '../index.ts';
import { AccountDatabase, type AccountTables, addAccount } from '../testing/account-database.ts';

const SCHEMA = 'kit_postgres';
const TENANTS = 12;
// Moves copy by logical replication, which waits for its workers to start.
const MOVE_MS = 300_000;

describe('tenants that are moved between the nodes of a cluster', () => {
  let accounts: AccountDatabase;
  let admin: pg.Client;

  beforeAll(async () => {
    accounts = await AccountDatabase.create();
    admin = new pg.Client({ connectionString: accounts.test.adminUrl });
    await admin.connect();
  });
  afterAll(async () => {
    await admin.end();
    await accounts.drop();
  });

  const nodes = () => citusNodes(admin, [SCHEMA]);
  const withTables = async () => (await nodes()).filter(({ services }) => services.includes(SCHEMA)).map(addressOf);
  const addressOf = ({ host, port }: Pick<CitusNode, 'host' | 'port'>) => `${host}:${port}`;
  const workers = async () => (await nodes()).filter(({ isCoordinator }) => !isCoordinator) as [CitusNode, CitusNode];

  /** Moves while tenants insert and update, and then looks for what was acknowledged: each row once, with every change. */
  async function underLoad(move: (tenants: readonly TenantDb<AccountTables>[]) => Promise<void>): Promise<void> {
    const tenants = Array.from({ length: TENANTS }, () => accounts.tenant());
    const acknowledged = new Map(tenants.map(({ tenant }) => [tenant, new Map<string, number>()]));
    let isMoving = true;
    const write = async (db: TenantDb<AccountTables>) => {
      const rows = acknowledged.get(db.tenant)!;
      while (isMoving) {
        const id = await addAccount(db, { name: 'moved' });
        rows.set(id, 0);
        const others = [...rows.keys()];
        const changed = others[Math.floor(Math.random() * others.length)]!;
        const { rows: written } = await db.execute<{ balance: number }>(
          { text: 'update accounts set balance = balance + 1 where tenant = $1 and account_id = $2 returning balance' },
          [db.tenant, changed],
        );
        rows.set(changed, (rows.get(changed) ?? 0) + written.length);
      }
    };
    for (const db of tenants) acknowledged.get(db.tenant)?.set(await addAccount(db, { name: 'before' }), 0);
    const writers = Promise.all(tenants.slice(0, 4).map(write));
    try {
      await move(tenants);
    } finally {
      isMoving = false;
      await writers;
    }
    for (const db of tenants) {
      const kept = await db.selectFrom('accounts').select(['account_id', 'balance']).execute();
      expect(kept).toHaveLength(acknowledged.get(db.tenant)!.size);
      expect(new Map(kept.map(({ account_id, balance }) => [account_id, balance]))).toEqual(acknowledged.get(db.tenant));
    }
  }

  it(
    'have a piece of their own where they are large, on the node it is wanted on',
    () =>
      underLoad(async ([large]) => {
        const before = await tenantShards(admin, SCHEMA);
        const [first, second] = await workers();
        await isolateTenant(admin, SCHEMA, large!.tenant);
        expect(await tenantShards(admin, SCHEMA)).toBeGreaterThan(before);
        const pieces = await tenantShards(admin, SCHEMA);
        for (const target of [first, second]) {
          await isolateTenant(admin, SCHEMA, large!.tenant, target);
          const [home] = await accounts.sql<Pick<CitusNode, 'host' | 'port'> & { own: boolean }>(
            `select nodename as host, nodeport as port, shardminvalue = shardmaxvalue as own from pg_dist_shard
              join pg_dist_placement using (shardid) join pg_dist_node using (groupid)
              where shardid = get_shard_id_for_distribution_column('accounts', $1::uuid)`,
            [large!.tenant],
          );
          expect({ ...home, at: addressOf(home!) }).toMatchObject({ own: true, at: addressOf(target) });
        }
        expect(await tenantShards(admin, SCHEMA)).toBe(pieces);
      }),
    MOVE_MS,
  );

  it(
    'leave a node that is drained, which is removed and added, and come back when they are rebalanced',
    () =>
      underLoad(async (tenants) => {
        await tenants[0]!.execute({ text: "insert into currencies (code, name) values ('EUR', 'Euro')" }, []);
        const [stays, goes] = await workers();
        await drainNode(admin, [SCHEMA], goes);
        expect(await withTables()).not.toContain(addressOf(goes));
        await admin.query('select citus_remove_node($1, $2)', [goes.host, goes.port]);
        await admin.query('select citus_add_node($1, $2)', [goes.host, goes.port]);
        await rebalanceTenants(admin, SCHEMA);
        expect(await withTables()).toEqual(expect.arrayContaining([addressOf(stays), addressOf(goes)]));
        // What belongs to no tenant is on the new node as well.
        for (const db of tenants) await db.insertInto('budgets').values({ budget_id: randomUUID(), currency: 'EUR' }).execute();
      }),
    MOVE_MS,
  );

  it('have policies hold for the owner of their tables again', async () => {
    const { rows } = await admin.query<{ result: string }>(
      `select result from run_command_on_shards('${SCHEMA}.accounts', 'select relrowsecurity and relforcerowsecurity from pg_class where oid = ''%s''::regclass')`,
    );
    expect(new Set(rows.map(({ result }) => result))).toEqual(new Set(['t']));
  });

  it('are not moved where the cluster has no such node', async () => {
    await expect(drainNode(admin, [SCHEMA], { host: '127.0.0.1', port: 1 })).rejects.toThrow('has no node');
    await expect(isolateTenant(admin, 'kit_unknown', randomUUID())).rejects.toThrow();
  });
});
