import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { assertOutsideTransaction, guardOutsideCalls, LazyTransaction, trackOutsideCalls } from '../index.ts';
import { AccountDatabase, type AccountTables, addAccount } from '../testing/account-database.ts';

describe('a call to the outside', () => {
  let accounts: AccountDatabase;
  beforeAll(async () => {
    accounts = await AccountDatabase.create(2);
    guardOutsideCalls(true);
  });
  afterAll(async () => {
    guardOutsideCalls(false);
    await accounts.drop();
  });

  const done: string[] = [];
  const call = async () => {
    await Promise.resolve();
    assertOutsideTransaction('A call');
  };

  it('is refused inside a transaction, however deep', async () => {
    const db = accounts.tenant();
    await expect(db.transaction(() => call())).rejects.toThrow('A call inside a database transaction');
    await expect(db.transaction((tx) => tx.transaction(() => Promise.all([addAccount(tx), call()])))).rejects.toThrow('inside a database');
    await expect(accounts.database.transaction(() => call())).rejects.toThrow('inside a database transaction');
  });

  it('is allowed before and after one', async () => {
    const db = accounts.tenant();
    await call();
    await db.transaction((tx) => addAccount(tx));
    await call();
  });

  it('is recorded for those who may want to run the work again', async () => {
    expect(await trackOutsideCalls(async (calls) => [await call(), calls.hasCalledOutside])).toEqual([undefined, true]);
    expect(await trackOutsideCalls(async (calls) => calls.hasCalledOutside)).toBe(false);
  });

  it('is refused after the first write of work whose transaction stays open, and allowed between those committed at once', async () => {
    const db = accounts.tenant();
    const names = async () => (await db.selectFrom('accounts').select('name').orderBy('name').execute()).map(({ name }) => name);
    await trackOutsideCalls(async (calls) => {
      const lazy = new LazyTransaction<AccountTables>(db, calls);
      await lazy.commitNow((tx) => addAccount(tx, { name: 'at once' }));
      expect(await lazy.selectFrom('accounts').select('name').execute()).toHaveLength(1);
      await call();
      await addAccount(lazy, { name: 'held' });
      expect(await lazy.selectFrom('accounts').select('name').execute()).toHaveLength(2);
      expect(await names()).toEqual(['at once']);
      await expect(call()).rejects.toThrow('inside a database transaction');
      await lazy.commit(async (last) => void (await addAccount(last, { name: 'last' })));
      await call();
    });
    expect(await names()).toEqual(['at once', 'held', 'last']);
  });

  it('leaves what succeeded when one of several transactions fails', async () => {
    const db = accounts.tenant();
    await trackOutsideCalls(async (calls) => {
      const lazy = new LazyTransaction<AccountTables>(db, calls);
      const add = (name: string, fault?: object) =>
        lazy.transaction(async (tx) => {
          tx.afterCommit(() => {
            done.push(name);
          });
          await addAccount(tx, { name });
          if (fault !== undefined) await tx.execute({ text: 'select 1 / 0' }, []);
        });
      await expect(add('first', {})).rejects.toThrow('division by zero');
      await call();
      await Promise.all([add('second'), expect(add('third', {})).rejects.toThrow('division by zero'), add('fourth')]);
      await lazy.transaction(() => lazy.transaction((tx) => addAccount(tx, { name: 'inner' })));
      await lazy.commit(async () => {});
    });
    const names = await db.selectFrom('accounts').select('name').orderBy('name').execute();
    expect(names.map(({ name }) => name)).toEqual(['fourth', 'inner', 'second']);
    expect(done).toEqual(['second', 'fourth']);
  });

  it.each([
    ['an error of the work', (lazy: LazyTransaction<AccountTables>) => lazy.rollback(new Error('no'))],
    [
      'an error at the end',
      (lazy: LazyTransaction<AccountTables>) =>
        lazy.commit(() => Promise.reject(new Error('no'))).catch((error: unknown) => lazy.rollback(error)),
    ],
  ])('leaves nothing after %s', async (_, end) => {
    const db = accounts.tenant();
    await trackOutsideCalls(async (calls) => {
      const lazy = new LazyTransaction<AccountTables>(db, calls);
      await addAccount(lazy);
      await end(lazy);
    });
    expect(await db.selectFrom('accounts').select('name').execute()).toEqual([]);
    expect(accounts.database.pool.idleCount).toBe(accounts.database.pool.totalCount);
  });
});
