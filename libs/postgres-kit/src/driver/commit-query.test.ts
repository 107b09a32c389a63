import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Database, TenantDb, TenantTx } from '../index.ts';
import { AccountDatabase, addAccount, type AccountDb, type AccountTables, causeOf } from '../testing/account-database.ts';

const INSERT = 'insert into accounts (account_id, name) values ($1, $2)';
/** Fails when it is prepared, and when it runs. */
const FAULTS = [
  ['select no_such_column from accounts', '42703'],
  ['select 1 / $1::integer', '22012'],
] as const;

describe.each([
  ['on connections of our own', false],
  ['behind a pooler', true],
])('statements that ride with COMMIT, %s', (_, pooler) => {
  let accounts: AccountDatabase;
  let database: Database;
  let db: AccountDb;

  beforeAll(async () => {
    accounts = await AccountDatabase.create();
    // One connection: what a test leaves on it the next statement meets.
    database = new Database({ url: accounts.test.appUrl, max: 1, pooler });
  });
  afterAll(async () => {
    await database.close();
    await accounts.drop();
  });
  beforeEach(() => {
    db = new TenantDb<AccountTables>(database, causeOf(randomUUID()));
  });

  const add = (name: string) =>
    db.transaction(async (tx) => {
      tx.atCommit(INSERT, [randomUUID(), name]);
    });
  const names = async () => (await db.selectFrom('accounts').select('name').orderBy('name').execute()).map(({ name }) => name);

  it('take effect the first time and every other time', async () => {
    for (const name of ['a', 'b', 'c']) await add(name);
    expect(await names()).toEqual(['a', 'b', 'c']);
  });

  it('are refused when a value of theirs cannot be sent, and nothing is committed without them', async () => {
    const circular: Record<string, unknown> = {};
    circular['itself'] = circular;
    for (const value of [circular, { amount: 1n }, [circular], () => 1]) {
      const adding = db.transaction(async (tx) => {
        await addAccount(tx, { name: 'before' });
        tx.atCommit(INSERT, [randomUUID(), value]);
      });
      await expect(adding).rejects.toThrow(TypeError);
    }
    expect(await names()).toEqual([]);
  });

  it('give their rows to nobody', async () => {
    for (let time = 0; time < 2; time++) {
      const result = await db.transaction(async (tx) => {
        tx.atCommit(`${INSERT} returning *`, [randomUUID(), 'a']);
        tx.atCommit('select generate_series(1, 500)', []);
        return (await tx.selectFrom('accounts').select('name').execute()).length;
      });
      expect(result).toBe(time);
    }
    expect(await names()).toEqual(['a', 'a']);
  });

  it.each(FAULTS)('are undone with the whole transaction when one is "%s", and go on afterwards', async (fault, code) => {
    const another = `${INSERT} -- ${fault}`;
    const attempt = (last: string) =>
      db.transaction(async (tx) => {
        tx.atCommit(another, [randomUUID(), 'ahead']);
        tx.atCommit(last, last === fault ? (fault.includes('$1') ? [0] : []) : [randomUUID(), 'last']);
        tx.atCommit(`${another} behind`, [randomUUID(), 'behind']);
      });
    for (let time = 0; time < 2; time++) await expect(attempt(fault)).rejects.toMatchObject({ code });
    expect(await names()).toEqual([]);
    await attempt(another);
    expect(await names()).toEqual(['ahead', 'behind', 'last']);
  });

  it('belong to their tenants, of which there may be several', async () => {
    const other = new TenantDb<AccountTables>(database, causeOf(randomUUID()));
    await TenantTx.runTogether<AccountTables, void>(database, async (as) => {
      for (const { context } of [other, db, other]) as(context).atCommit(INSERT, [randomUUID(), context.tenant]);
    });
    expect(await names()).toEqual([db.tenant]);
    expect((await other.selectFrom('accounts').select('name').execute()).map(({ name }) => name)).toEqual([other.tenant, other.tenant]);
  });
});
