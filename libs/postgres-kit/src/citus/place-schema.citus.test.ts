import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Database, type CitusNode, citusNodes, placeSchema, TenantDb, violates } from '../index.ts';
import { AccountDatabase, type AccountTables, addAccount, causeOf } from '../testing/account-database.ts';

const SCHEMA = 'kit_postgres';
// Moves copy by logical replication, which waits for its workers to start.
const MOVE_MS = 120_000;

describe('a schema on a node of a cluster', () => {
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
  const isHome = ({ services }: CitusNode) => services.includes(SCHEMA);

  it('lies on one worker as a whole', async () => {
    const homes = (await nodes()).filter(isHome);
    expect(homes).toHaveLength(1);
    expect(homes[0]?.isCoordinator).toBe(false);
  });

  it('is asked by a statement of one tenant at one place', async () => {
    const db = accounts.tenant();
    await addAccount(db, { name: 'one' });
    const { rows } = await db.execute<{ 'QUERY PLAN': string }>({ text: 'explain select * from accounts where tenant = $1' }, [db.tenant]);
    expect(rows.map((row) => row['QUERY PLAN'].trim())).toContain('Task Count: 1');
  });

  it('keeps tenants apart there, as they are named by single statements and within transactions', async () => {
    const [one, two] = [accounts.tenant(), accounts.tenant()];
    await addAccount(one, { name: 'first' });
    await two.transaction((tx) => addAccount(tx, { name: 'second' }));
    expect(await one.selectFrom('accounts').select('name').execute()).toEqual([{ name: 'first' }]);
    expect((await two.execute<{ name: string }>({ text: 'select name from accounts' }, [])).rows).toEqual([{ name: 'second' }]);
    await expect(
      one.execute({ text: 'insert into accounts (tenant, account_id, name) values ($1, gen_random_uuid(), $2)' }, [two.tenant, 'stolen']),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('is reached through a pooler, where no session and no prepared statement stays', async () => {
    const database = new Database({ url: accounts.test.appUrl, max: 1, pooler: true });
    try {
      const db = new TenantDb<AccountTables>(database, causeOf(accounts.tenant().tenant));
      await addAccount(db, { name: 'pooled' });
      expect(await db.selectFrom('accounts').select('name').execute()).toEqual([{ name: 'pooled' }]);
    } finally {
      await database.close();
    }
  });

  it('names the constraint that a statement failed by', async () => {
    const db = accounts.tenant();
    const id = await addAccount(db);
    const error = await db
      .insertInto('accounts')
      .values({ account_id: id, name: 'again', rank: null, balance: 0 })
      .execute()
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: '23505' });
    expect(violates(error, 'accounts_pkey')).toBe(true);
  });

  it(
    'moves from node to node while tenants write: what was acknowledged is there, once',
    async () => {
      const db = accounts.tenant();
      let isMoving = true;
      const acknowledged: string[] = [];
      const write = async () => {
        while (isMoving) acknowledged.push(await addAccount(db, { name: 'moved' }));
      };
      const writers = Promise.all([write(), write()]);
      const visited: string[] = [];
      try {
        const [home, ...others] = (await nodes()).toSorted((one, other) => Number(isHome(other)) - Number(isHome(one)));
        for (const node of [...others, home as CitusNode]) {
          await placeSchema(admin, SCHEMA, node);
          visited.push(...(await nodes()).filter(isHome).map(({ host, port }) => `${host}:${port}`));
        }
        expect(visited).toEqual([...others, home as CitusNode].map(({ host, port }) => `${host}:${port}`));
      } finally {
        isMoving = false;
        await writers;
      }
      const kept = await db.selectFrom('accounts').select('account_id').execute();
      expect(kept.map(({ account_id }) => account_id).toSorted()).toEqual(acknowledged.toSorted());
      expect(acknowledged.length).toBeGreaterThan(visited.length);
    },
    MOVE_MS,
  );
});
