import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { demandRow, LazyTransaction, statement, type TransactionCore } from '../index.ts';
import { AccountDatabase, type AccountDb, type AccountTables } from '../testing/account-database.ts';

const demand = statement<AccountTables>()((db, p: { account_id: string }) =>
  db
    .selectFrom('accounts')
    .select([(eb) => eb.fn.max<string>('name').as('name'), demandRow])
    .where('account_id', '=', p.account_id),
);
const NOTHING_ELSE = { rank: null, balance: 0 };
const add = statement<AccountTables>()((db, p: { account_id: string; name: string }) =>
  db
    .insertInto('accounts')
    .values({ ...NOTHING_ELSE, account_id: p.account_id, name: p.name })
    .returningAll(),
);

describe('a transaction at once', () => {
  let accounts: AccountDatabase;
  beforeAll(async () => {
    accounts = await AccountDatabase.create(2);
  });
  afterAll(() => accounts.drop());

  let db: AccountDb;
  let parent: string;
  beforeEach(async () => {
    db = accounts.tenant();
    parent = randomUUID();
    await db
      .insertInto('accounts')
      .values({ ...NOTHING_ELSE, account_id: parent, name: 'parent' })
      .execute();
  });

  const names = async () => (await db.selectFrom('accounts').select('name').orderBy('name').execute()).map(({ name }) => name);
  const addUnder = (tx: TransactionCore, of: string, note: (text: string) => void) => {
    tx.readAtCommit<{ name: string }>(demand.text, demand.bind(tx.tenant, { account_id: of }), ([found]) => note(`under ${found?.name}`));
    tx.readAtCommit<{ name: string }>(add.text, add.bind(tx.tenant, { account_id: randomUUID(), name: 'child' }), ([row]) =>
      note(`made ${row?.name}`),
    );
  };

  it('does all of it, and gives what it read once that is durable', async () => {
    const noted: string[] = [];
    expect(await db.atOnce((tx) => addUnder(tx, parent, (text) => noted.push(text)))).toBe(true);
    expect(noted).toEqual(['under parent', 'made child']);
    expect(await names()).toEqual(['child', 'parent']);
  });

  it('does nothing where a row that it demands is not there, or is of another tenant', async () => {
    const noted: string[] = [];
    for (const one of [db, accounts.tenant()]) {
      const of = one === db ? randomUUID() : parent;
      expect(await one.atOnce((tx) => addUnder(tx, of, (text) => noted.push(text)))).toBe(false);
      expect(await one.selectFrom('accounts').select('name').where('name', '=', 'child').execute()).toEqual([]);
    }
    expect(noted).toEqual([]);
  });

  it('fails as a transaction does where a statement fails otherwise', async () => {
    const twice = add.bind(db.tenant, { account_id: parent, name: 'again' });
    await expect(db.atOnce((tx) => tx.readAtCommit(add.text, twice, () => {}))).rejects.toMatchObject({ code: '23505' });
    expect(await names()).toEqual(['parent']);
  });

  it('is not done as part of a larger one, which ends later', async () => {
    const never = () => {
      throw new Error('asked for nothing');
    };
    expect(await db.transaction((tx) => tx.atOnce(never))).toBe(false);
    expect(await new LazyTransaction(db, { isInTransaction: false, hasCalledOutside: false }).atOnce(never)).toBe(false);
  });

  it('survives a migration of its tables', async () => {
    const own = await AccountDatabase.create(2);
    try {
      const tenant = own.tenant();
      const addOne = () =>
        tenant.atOnce((tx) => tx.readAtCommit(add.text, add.bind(tx.tenant, { account_id: randomUUID(), name: 'child' }), () => {}));
      await Promise.all([addOne(), addOne()]);
      await own.sql('alter table accounts add column note text');
      expect(await Promise.all([addOne(), addOne(), addOne()])).toEqual([true, true, true]);
    } finally {
      await own.drop();
    }
  });
});
