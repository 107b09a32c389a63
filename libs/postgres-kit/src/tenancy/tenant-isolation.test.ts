import { randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { statement, TenantBuilder } from '../index.ts';
import { AccountDatabase, type AccountDb, type AccountTables, addAccount } from '../testing/account-database.ts';

let accounts: AccountDatabase;
beforeAll(async () => {
  accounts = await AccountDatabase.create();
});
afterAll(() => accounts.drop());

const FEATURE_NOT_SUPPORTED = '0A000';

/** What is seen; where tenants lie on several nodes, Citus refuses a statement that would bring rows of several together. */
async function seenOrRefused(asked: Promise<unknown>): Promise<unknown> {
  return asked.catch((error: unknown) => {
    const { code } = error as { code?: unknown };
    if (process.env['PSA_TEST_DISTRIBUTION'] === 'tenant' && code === FEATURE_NOT_SUPPORTED) return 'refused';
    throw error;
  });
}

describe.each([
  ['by both walls', false],
  ['by row-level security alone', true],
])('tenants are kept apart %s', (_, withoutPredicate) => {
  let owner: AccountDb;
  let stranger: AccountDb;
  let owned: string;

  beforeEach(async () => {
    owner = accounts.tenant();
    stranger = accounts.tenant();
    owned = await addAccount(owner, { name: "the owner's" });
    await owner.insertInto('entries').values({ entry_id: randomUUID(), account_id: owned, amount: 1 }).execute();
    TenantBuilder.withoutPredicate = withoutPredicate;
  });
  afterEach(() => {
    TenantBuilder.withoutPredicate = false;
  });

  const names = () => accounts.sql<{ name: string }>('select name from accounts where account_id = $1', [owned]);

  it('in a select', async () => {
    expect(await stranger.selectFrom('accounts').selectAll().execute()).toEqual([]);
    expect(await stranger.selectFrom('accounts as a').selectAll().where('a.account_id', '=', owned).execute()).toEqual([]);
    expect(await owner.selectFrom('accounts').select('account_id').execute()).toEqual([{ account_id: owned }]);
  });

  it('in a join', async () => {
    const own = await addAccount(stranger);
    const joined = stranger
      .selectFrom('accounts')
      .innerJoin('entries', (join) => join.onTrue())
      .select('entries.amount');
    expect([[], 'refused']).toContainEqual(await seenOrRefused(joined.execute()));
    const left = stranger
      .selectFrom('accounts')
      .leftJoin('entries', (join) => join.onTrue())
      .select(['accounts.account_id', 'entries.amount']);
    expect([[{ account_id: own, amount: null }], 'refused']).toContainEqual(await seenOrRefused(left.execute()));
  });

  it('in a subquery and in an aggregate', async () => {
    await addAccount(stranger);
    const counted = stranger.selectFrom('accounts').select(({ fn, selectFrom }) => [
      fn.countAll<number>().as('count'),
      selectFrom('entries')
        .select(({ fn: inner }) => inner.countAll<number>().as('n'))
        .as('foreign'),
    ]);
    expect([[{ count: 1, foreign: 0 }], 'refused']).toContainEqual(await seenOrRefused(counted.execute()));
  });

  it('in an update', async () => {
    const { numUpdatedRows } = await stranger.updateTable('accounts').set({ name: 'taken' }).executeTakeFirst();
    expect(numUpdatedRows).toBe(0n);
    expect(await names()).toEqual([{ name: "the owner's" }]);
  });

  it('in a delete', async () => {
    const { numDeletedRows } = await stranger.deleteFrom('accounts').where('account_id', '=', owned).executeTakeFirst();
    expect(numDeletedRows).toBe(0n);
    expect(await names()).toHaveLength(1);
  });

  it('in an insert, which can neither take an id nor refer to what is foreign', async () => {
    await expect(
      stranger.insertInto('entries').values({ entry_id: randomUUID(), account_id: owned, amount: 1 }).execute(),
    ).rejects.toMatchObject({ code: '23503' });
    // The same id is another account: nothing is overwritten, and nothing tells that it is taken.
    await stranger
      .insertInto('accounts')
      .values({ account_id: owned, name: "the stranger's", balance: 0 })
      .onConflict((conflict) => conflict.columns(['tenant', 'account_id']).doUpdateSet({ name: 'overwritten' }))
      .execute();
    expect((await names()).map(({ name }) => name).sort()).toEqual(["the owner's", "the stranger's"]);
  });

  it('in a declared statement', async () => {
    const byId = statement<AccountTables>()((db, p: { id: string }) =>
      db.selectFrom('accounts').select('name').where('account_id', '=', p.id),
    );
    expect(await stranger.first(byId, { id: owned })).toBeUndefined();
    expect(await owner.first(byId, { id: owned })).toEqual({ name: "the owner's" });
  });

  it('in SQL as it is written', async () => {
    expect((await stranger.execute({ text: 'select * from accounts' }, [])).rows).toEqual([]);
    await expect(
      stranger.execute({ text: 'insert into accounts (tenant, account_id, name) values ($1, $2, $3)' }, [owner.tenant, randomUUID(), 'x']),
    ).rejects.toMatchObject({ code: '42501' });
  });

  it('where rows are given to another tenant', async () => {
    const given = stranger.execute({ text: 'update accounts set tenant = $1' }, [owner.tenant]);
    expect([{ rows: [], affected: 0 }, 'refused']).toContainEqual(await seenOrRefused(given));
  });

  it('within transactions', async () => {
    await stranger.transaction(async (tx) => {
      expect(await tx.selectFrom('accounts').selectAll().execute()).toEqual([]);
      await tx.updateTable('accounts').set({ name: 'taken' }).execute();
      await tx.deleteFrom('entries').execute();
    });
    expect(await names()).toEqual([{ name: "the owner's" }]);
    expect(await owner.selectFrom('entries').select('amount').execute()).toEqual([{ amount: 1 }]);
  });

  it('among many at the same time on few connections', async () => {
    const crowd = Array.from({ length: 40 }, () => accounts.tenant());
    await Promise.all(
      crowd.map(async (db, index) => {
        for (let round = 0; round < 3; round++) {
          await (index % 2 === 0 ? addAccount(db, { name: db.tenant }) : db.transaction((tx) => addAccount(tx, { name: db.tenant })));
        }
      }),
    );
    const seen = await Promise.all(crowd.map((db) => db.selectFrom('accounts').select('name').execute()));
    expect(seen).toEqual(crowd.map(({ tenant }) => Array.from({ length: 3 }, () => ({ name: tenant }))));
  });
});

describe('the tenant of a connection', () => {
  let single: AccountDatabase;
  beforeAll(async () => {
    single = await AccountDatabase.create(1);
  });
  afterAll(() => single.drop());

  /** Both as Postgres has it, and by what can be seen with it. */
  const leftBehind = async () => {
    const [row] = await single.database.query<{ tenant: string | null; visible: number }>(
      "select current_setting('app.tenant', true) as tenant, (select count(*) from accounts) as visible",
    );
    expect(single.database.pool.totalCount).toBe(1);
    return row;
  };
  const nothing = { tenant: '', visible: 0 };

  it('is gone after a statement', async () => {
    const db = single.tenant();
    await addAccount(db);
    expect(await db.selectFrom('accounts').selectAll().execute()).toHaveLength(1);
    expect(await leftBehind()).toEqual(nothing);
  });

  it('is gone after a statement that failed', async () => {
    const db = single.tenant();
    await expect(db.execute({ text: 'select 1 / 0' }, [])).rejects.toMatchObject({ code: '22012' });
    await expect(db.execute({ text: 'select nonsense' }, [])).rejects.toMatchObject({ code: '42703' });
    await expect(db.execute({ text: 'select $1::uuid' }, ['no uuid'])).rejects.toMatchObject({ code: '22P02' });
    expect(await leftBehind()).toEqual(nothing);
  });

  it('is gone after a transaction, whether it was committed or not', async () => {
    const db = single.tenant();
    await db.transaction((tx) => addAccount(tx));
    expect(await leftBehind()).toEqual(nothing);
    await expect(
      db.transaction(async (tx) => {
        await addAccount(tx);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await leftBehind()).toEqual(nothing);
  });

  it('is each its own for statements that leave together', async () => {
    const [one, two] = [single.tenant(), single.tenant()];
    await Promise.all([addAccount(one, { name: 'one' }), addAccount(two, { name: 'two' })]);
    const broken = one.execute({ text: 'select 1 / 0' }, []).catch((error: { code: string }) => error.code);
    const [ones, code, twos] = await Promise.all([
      one.selectFrom('accounts').select('name').execute(),
      broken,
      two.selectFrom('accounts').select('name').execute(),
    ]);
    expect([ones, code, twos]).toEqual([[{ name: 'one' }], '22012', [{ name: 'two' }]]);
  });

  it('cannot be written by a statement for longer than itself', async () => {
    const [one, two] = [single.tenant(), single.tenant()];
    await addAccount(two);
    await one.execute({ text: "select set_config('app.tenant', $1, true)" }, [two.tenant]);
    expect(await leftBehind()).toEqual(nothing);
    expect(await one.selectFrom('accounts').selectAll().execute()).toEqual([]);
  });
});

describe('the first wall', () => {
  it('cannot be taken away outside of tests', () => {
    const script = "import { TenantBuilder } from './libs/postgres-kit/src/index.ts'; TenantBuilder.withoutPredicate = true;";
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== 'JEST_WORKER_ID'));
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { env, encoding: 'utf8' });
    expect(status).not.toBe(0);
    expect(stderr).toContain('Only a test may take the predicate away');
  });
});
