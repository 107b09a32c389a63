import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { AccountDatabase, type AccountTables } from '../testing/account-database.ts';
import { VersionedMemory } from './versioned-memory.ts';

type Db = TenantScope<AccountTables>;

describe('VersionedMemory', () => {
  let accounts: AccountDatabase;
  beforeAll(async () => {
    accounts = await AccountDatabase.create();
  });
  afterAll(() => accounts.drop());

  /** What is loaded is how often it was, so that every load shows. */
  const make = () => {
    const loads: string[] = [];
    const memory = new VersionedMemory<Db, number>({
      name: 'greetings',
      load: async (db) => loads.push(db.tenant),
    });
    return { loads, memory };
  };

  it('is loaded once, and again after a change that was committed', async () => {
    const { loads, memory } = make();
    const db = accounts.tenant();
    expect([await memory.at(db, 0), await memory.at(db, 0)]).toEqual([1, 1]);
    expect(await memory.at(db, 1)).toBe(2);
    expect(await memory.at(db, 0)).toBe(2);
    expect(loads).toEqual([db.tenant, db.tenant]);
  });

  it('counts changes with the transaction that makes them', async () => {
    const { memory } = make();
    const db = accounts.tenant();
    await db.insertInto('accounts').values({ account_id: randomUUID(), name: 'Ada', details: null, balance: 0 }).execute();
    const version = async () => {
      const row = await db.selectFrom('accounts').select(memory.version(db.tenant).as('version')).executeTakeFirstOrThrow();
      return row.version;
    };
    expect(await version()).toBe(0);
    await db.transaction(async (tx) => memory.changed(tx));
    expect(await version()).toBe(1);
    await expect(
      db.transaction(async (tx) => {
        memory.changed(tx);
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    expect(await version()).toBe(1);
  });

  it('is another one for each tenant, and what a transaction sees is not held', async () => {
    const { loads, memory } = make();
    const [one, other] = [accounts.tenant(), accounts.tenant()];
    await memory.at(one, 0);
    await memory.at(other, 0);
    await one.transaction((tx) => memory.at(tx, 1));
    await memory.at(one, 1);
    expect(loads).toEqual([one.tenant, other.tenant, one.tenant, one.tenant]);
  });
});
