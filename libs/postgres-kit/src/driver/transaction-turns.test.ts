import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@psa/test-kit';
import { lockInTenant } from '../index.ts';
import { AccountDatabase } from '../testing/account-database.ts';
import { TransactionTurns } from './transaction-turns.ts';

describe('transactions that wait for each other', () => {
  let accounts: AccountDatabase;
  beforeAll(async () => {
    accounts = await AccountDatabase.create(5);
  });
  afterAll(() => accounts.drop());

  it('leave a connection to those who read', async () => {
    const db = accounts.tenant();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const done: string[] = [];
    const all = Array.from({ length: 20 }, () =>
      db.transaction(async (tx) => {
        await lockInTenant(tx, 'work');
        await released;
        done.push('transaction');
      }),
    );
    await eventually(() => accounts.database.waiting === 16);
    await db.execute({ text: 'select 1' }, []);
    done.push('read');
    release();
    await Promise.all(all);
    expect({ first: done[0], count: done.length, waiting: accounts.database.waiting }).toEqual({ first: 'read', count: 21, waiting: 0 });
  });
});

describe('turns of transactions', () => {
  it('are four fifths of the connections, and one at least', () => {
    const takenAtOnce = (connections: number) => {
      const turns = new TransactionTurns(connections, 1_000);
      for (let taken = 0; ; taken++) {
        const turn = turns.take();
        if (turn === undefined) continue;
        for (let ended = 0; ended <= taken; ended++) turns.end();
        return taken;
      }
    };
    expect([1, 2, 4, 5, 8, 10, 100].map(takenAtOnce)).toEqual([1, 1, 3, 4, 6, 8, 80]);
  });

  it('come in the order they were asked for', async () => {
    const turns = new TransactionTurns(1, 1_000);
    const order: number[] = [];
    await turns.take();
    const asked = [1, 2, 3].map(async (index) => {
      await turns.take();
      order.push(index);
      turns.end();
    });
    turns.end();
    await Promise.all(asked);
    expect({ order, waiting: turns.waiting, next: turns.take() }).toEqual({ order: [1, 2, 3], waiting: 0, next: undefined });
  });

  it('are given up by those who wait too long, and go to the others', async () => {
    const turns = new TransactionTurns(1, 10);
    await turns.take();
    await expect(turns.take()).rejects.toThrow('timeout exceeded when trying to connect');
    expect(turns.waiting).toBe(0);
    const next = turns.take();
    turns.end();
    await expect(next).resolves.toBeUndefined();
  });
});
