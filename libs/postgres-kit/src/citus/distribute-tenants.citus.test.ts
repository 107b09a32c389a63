import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@psa/test-kit';
import pg from 'pg';
import { accountMigrations, type AccountTables, AccountDatabase, addAccount } from '../testing/account-database.ts';
import {
  citusNodes,
  createTenantTable,
  Database,
  distributeTenants,
  migrate,
  placeSchema,
  schemaForm,
  TenantDb,
  tenantShards,
} from '../index.ts';
import { appendToOutbox } from '../delivery/outbox.ts';

const SCHEMA = 'kit_postgres';
const SHARDS = 4;
// It copies by logical replication, which waits for its workers to start.
const SPREAD_MS = 240_000;

describe('tenants spread over the nodes of a cluster', () => {
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

  const tenants = () => Array.from({ length: 12 }, () => accounts.tenant());
  const plan = async (db: TenantDb<AccountTables>, text: string, values: unknown[]) =>
    (await db.execute<{ 'QUERY PLAN': string }>({ text: `explain ${text}` }, values)).rows.map((row) => row['QUERY PLAN'].trim());

  const addCurrency = async (db: TenantDb<AccountTables>) => {
    const code = randomUUID();
    await db.execute({ text: 'insert into currencies (code, name) values ($1, $2)' }, [code, 'spread']);
    return code;
  };
  /** As each node keeps them. */
  const currenciesOfNodes = async () => {
    const { rows } = await admin.query<{ result: string }>(
      `select result from run_command_on_placements('${SCHEMA}.currencies', $$select coalesce(json_agg(code order by code collate "C"), '[]') from %s$$)`,
    );
    return rows.map(({ result }) => JSON.parse(result) as string[]);
  };

  /** As an operator's connection that is lost. */
  async function killWhileItSplits(): Promise<void> {
    const lost = new pg.Client({ connectionString: accounts.test.adminUrl });
    lost.on('error', () => {});
    await lost.connect();
    const distributing = distributeTenants(lost, SCHEMA, { shards: SHARDS });
    const failed = expect(distributing).rejects.toThrow();
    await eventually(
      async () =>
        (await accounts.sql("select from pg_stat_activity where query like 'select citus_split_shard%' and datname = current_database()"))
          .length > 0,
    );
    await accounts.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'select citus_split_shard%' and datname = current_database()",
    );
    await failed;
  }

  it(
    'are spread while they write, also after it was killed: what was acknowledged is there, once, and each tenant sees its own',
    async () => {
      if ((await schemaForm(admin, SCHEMA)) === 'by-tenant') return;
      const writing = tenants();
      let isSpreading = true;
      const acknowledged = new Map<string, string[]>(writing.map(({ tenant }) => [tenant, []]));
      const write = async (db: TenantDb<AccountTables>) => {
        while (isSpreading) {
          const account = await addAccount(db, { name: 'spread' });
          await db.updateTable('accounts').set({ balance: 1 }).where('account_id', '=', account).execute();
          acknowledged.get(db.tenant)?.push(account);
        }
      };
      const added: string[] = [];
      const addCurrencies = async (db: TenantDb<AccountTables>) => {
        while (isSpreading) added.push(await addCurrency(db));
      };
      const writers = Promise.all([...writing.slice(0, 3).map(write), addCurrencies(writing[0]!)]);
      for (const db of writing) acknowledged.get(db.tenant)?.push(await addAccount(db, { name: 'before' }));
      try {
        await killWhileItSplits();
        await distributeTenants(admin, SCHEMA, { shards: SHARDS });
      } finally {
        isSpreading = false;
        await writers;
      }
      for (const db of writing) {
        const kept = await db.selectFrom('accounts').select(['account_id', 'name', 'balance']).execute();
        expect(kept.map(({ account_id }) => account_id).toSorted()).toEqual(acknowledged.get(db.tenant)?.toSorted());
        expect(kept.filter(({ name, balance }) => balance !== (name === 'spread' ? 1 : 0))).toEqual([]);
      }
      for (const codes of await currenciesOfNodes()) expect(codes).toEqual(added.toSorted());
    },
    SPREAD_MS,
  );

  it('lie on every worker, in as many pieces as were asked for, and are spread no second time', async () => {
    const pieces = async () => (await admin.query('select shardid from pg_dist_shard order by 1')).rows;
    const before = await pieces();
    await distributeTenants(admin, SCHEMA, { shards: SHARDS });
    expect(await pieces()).toEqual(before);
    expect(await tenantShards(admin, SCHEMA)).toBe(SHARDS);
    const nodes = await citusNodes(admin, [SCHEMA]);
    expect(nodes.filter(({ isCoordinator, services }) => !isCoordinator && services.includes(SCHEMA))).toHaveLength(
      nodes.filter(({ isCoordinator }) => !isCoordinator).length,
    );
  });

  it('keep their walls on every piece, for the owner of the tables too', async () => {
    const { rows } = await admin.query<{ result: string }>(
      `select result from run_command_on_shards('${SCHEMA}.accounts', 'select relrowsecurity and relforcerowsecurity from pg_class where oid = ''%s''::regclass')`,
    );
    expect(rows.map(({ result }) => result)).toEqual(Array.from({ length: SHARDS }, () => 't'));
    const all = tenants();
    await Promise.all(all.map((db) => addAccount(db, { name: db.tenant })));
    for (const db of all)
      expect((await db.execute<{ name: string }>({ text: 'select name from accounts' }, [])).rows).toEqual([{ name: db.tenant }]);
    const [one, two] = all as [TenantDb<AccountTables>, TenantDb<AccountTables>];
    await expect(
      one.execute({ text: 'insert into accounts (tenant, account_id, name) values ($1, gen_random_uuid(), $2)' }, [two.tenant, 'stolen']),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('are asked one by one at one place, also where rows are joined to rows there may not be', async () => {
    const db = accounts.tenant();
    const joined = `select a.name, e.amount from accounts a left join entries e on e.tenant = a.tenant and e.account_id = a.account_id where a.tenant = $1`;
    for (const text of [
      'select * from accounts where tenant = $1 order by name limit 10',
      `${joined} order by a.name`,
      `${joined} for update of a`,
    ])
      expect(await plan(db, text, [db.tenant])).toContain('Task Count: 1');
    const [{ shard: of } = {}] = await accounts.sql<{ shard: string }>(
      "select get_shard_id_for_distribution_column('accounts', $1::uuid) as shard",
      [db.tenant],
    );
    expect((await plan(db, 'select * from accounts where tenant = $1', [db.tenant])).join()).toContain(`accounts_${of}`);
  });

  it('are read through any node, each its own', async () => {
    const all = tenants();
    await Promise.all(all.map((db) => addAccount(db, { name: db.tenant })));
    const workers = (await citusNodes(admin, [SCHEMA])).filter(({ isCoordinator }) => !isCoordinator);
    for (const { host, port } of workers) {
      const url = new URL(accounts.test.appUrl);
      url.host = `${host}:${port}`;
      const database = new Database({ url: url.href, max: 2, applicationName: 'kit-postgres-node' });
      try {
        for (const { context, tenant } of all) {
          const there = new TenantDb<AccountTables>(database, context);
          expect(await there.selectFrom('accounts').select('name').execute()).toEqual([{ name: tenant }]);
        }
      } finally {
        await database.close();
      }
    }
  });

  it('refer to rows that belong to no tenant, which every node has', async () => {
    const all = tenants();
    const code = await addCurrency(all[0]!);
    const copies = await currenciesOfNodes();
    expect(copies).toHaveLength((await citusNodes(admin, [])).length);
    for (const codes of copies) expect(codes).toContain(code);
    for (const db of all) {
      await db.insertInto('budgets').values({ budget_id: randomUUID(), currency: code }).execute();
      const text = 'select c.name from budgets b join currencies c on c.code = b.currency where b.tenant = $1';
      expect(await plan(db, text, [db.tenant])).toContain('Task Count: 1');
      expect((await db.execute({ text }, [db.tenant])).rows).toEqual([{ name: 'spread' }]);
      const unknown = db.insertInto('budgets').values({ budget_id: randomUUID(), currency: 'none' }).execute();
      await expect(unknown).rejects.toMatchObject({ code: '23503' });
    }
  });

  it('have statements planned for as many rows as a tenant has', async () => {
    const [db, ...others] = tenants() as [TenantDb<AccountTables>, ...TenantDb<AccountTables>[]];
    for (const { tenant } of [db, ...others]) {
      await admin.query(
        `insert into ${SCHEMA}.accounts (tenant, account_id, name) select $1, gen_random_uuid(), 'planned' from generate_series(1, 200)`,
        [tenant],
      );
    }
    await admin.query(`analyze ${SCHEMA}.accounts`);
    const [scan] = (await plan(db, 'select name from accounts where tenant = $1', [db.tenant])).filter((line) =>
      /Scan.* on accounts/.test(line),
    );
    expect(Number(/rows=(\d+)/.exec(scan ?? '')?.[1])).toBeGreaterThan(100);
  });

  it('draw a position for each of the events that a transaction records', async () => {
    const db = accounts.tenant();
    const types = ['a', 'b', 'c'];
    await db.transaction(async (tx) => {
      for (const type of types) appendToOutbox(tx, type, { id: crypto.randomUUID() } as never);
    });
    const rows = await accounts.sql<{ subject: string; position: string }>(
      'select subject, position from outbox where tenant = $1 order by position',
      [db.tenant],
    );
    expect(rows.map(({ subject }) => subject)).toEqual(types);
    expect(new Set(rows.map(({ position }) => position)).size).toBe(types.length);
  });

  it('have those of a table that a later migration makes beside them', async () => {
    await migrate({
      service: SCHEMA,
      adminUrl: accounts.test.adminUrl,
      appUrl: accounts.test.appUrl,
      workerUrl: accounts.test.workerUrl,
      migrations: {
        ...accountMigrations,
        '0002-remarks': {
          up: (db) =>
            createTenantTable(db, SCHEMA, 'remarks', {
              key: ['remark_id'],
              columns: `remark_id uuid not null, account_id uuid not null, foreign key (tenant, account_id) references accounts on delete cascade`,
            }),
        },
      },
    });
    const db = accounts.tenant();
    const account = await addAccount(db);
    await db.execute({ text: 'insert into remarks (remark_id, account_id) values (gen_random_uuid(), $1)' }, [account]);
    const text = 'select * from accounts a left join remarks r on r.tenant = a.tenant and r.account_id = a.account_id where a.tenant = $1';
    expect(await plan(db, text, [db.tenant])).toContain('Task Count: 1');
    await db.deleteFrom('accounts').where('account_id', '=', account).execute();
    expect((await db.execute({ text: 'select from remarks where tenant = $1' }, [db.tenant])).rows).toEqual([]);
  });

  it('are not moved to one node as a whole', async () => {
    await expect(placeSchema(admin, SCHEMA, { host: '127.0.0.1', port: 1 })).rejects.toThrow('are spread over the nodes');
  });
});
