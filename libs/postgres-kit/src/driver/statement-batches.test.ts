import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AccountDatabase } from '../testing/account-database.ts';

describe('single statements', () => {
  let accounts: AccountDatabase;
  beforeAll(async () => {
    accounts = await AccountDatabase.create();
  });
  afterAll(() => accounts.drop());

  it('share few connections while they are quick, whoever asks', async () => {
    const asked: Promise<unknown>[] = [];
    for (let turn = 0; turn < 20; turn++) {
      for (let each = 0; each < 5; each++) asked.push(accounts.tenant().execute({ text: 'select 1 as quick' }, []));
      await nextTurn();
    }
    expect(await Promise.all(asked)).toHaveLength(100);
    expect(accounts.database.pool.totalCount).toBeLessThan(5);
  });

  describe('of one turn, whoever asks in which tick', () => {
    /** Connections it takes to answer so many, each asked for in a tick of its own. */
    async function connectionsFor(count: number): Promise<number> {
      const own = await AccountDatabase.create();
      try {
        const asked: Promise<unknown>[] = [];
        for (let each = 0; each < count; each++) {
          asked.push(own.tenant().execute({ text: 'select 1 as quick' }, []));
          await new Promise((resolve) => {
            process.nextTick(resolve);
          });
        }
        await Promise.all(asked);
        return own.database.pool.totalCount;
      } finally {
        await own.drop();
      }
    }

    it('share a connection', async () => {
      expect(await connectionsFor(8)).toBe(1);
    });

    it('do not wait for each other when they are many', async () => {
      expect(await connectionsFor(9)).toBe(2);
    });
  });

  it('wait behind a slow one only until it is known to be slow', async () => {
    const db = accounts.tenant();
    const slow = { text: 'select pg_sleep(0.3)' };
    await db.execute(slow, []);
    const order: string[] = [];
    await Promise.all([
      db.execute(slow, []).then(() => order.push('slow')),
      db.execute({ text: 'select 1 as quick' }, []).then(() => order.push('quick')),
    ]);
    expect(order).toEqual(['quick', 'slow']);
  });

  it('go on when all that is under way takes long', async () => {
    const db = accounts.tenant();
    let awake = 0;
    const sleepers = [1, 2, 3].map((number) => db.execute({ text: `select pg_sleep(0.5), ${number}` }, []).finally(() => awake++));
    await nextTurn();
    await db.execute({ text: 'select 2 as quick' }, []);
    expect(awake).toBe(0);
    await Promise.all(sleepers);
  });

  it('fail alone', async () => {
    const db = accounts.tenant();
    const [wrong, right] = await Promise.allSettled([
      db.execute({ text: 'select 1 / 0' }, []),
      db.execute({ text: 'select 1 as one' }, []),
    ]);
    expect([wrong.status, right.status]).toEqual(['rejected', 'fulfilled']);
  });
});
