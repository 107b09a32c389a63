import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database } from '../index.ts';
import { AccountDatabase, addAccount } from '../testing/account-database.ts';

describe('a database outside tenants', () => {
  let accounts: AccountDatabase;
  let worker: Database;
  beforeAll(async () => {
    accounts = await AccountDatabase.create();
    worker = new Database({ url: accounts.test.workerUrl, max: 2 });
  });
  afterAll(async () => {
    await worker.close();
    await accounts.drop();
  });

  const streams = async () =>
    (await worker.query<{ stream: string }>('select stream from relay_state order by 1')).map(({ stream }) => stream);
  const ADD = "insert into relay_state (stream, stream_created, last_sequence, seen_at) values ($1, 'x', 0, now())";

  it('lets the worker see what it was granted and nothing of a tenant beside it', async () => {
    await addAccount(accounts.tenant());
    await expect(worker.query('select * from accounts')).rejects.toMatchObject({ code: '42501' });
    expect(await worker.query('select * from outbox')).toEqual([]);
  });

  it('plans a statement under a setting that no other one sees', async () => {
    const one = new Database({ url: accounts.test.workerUrl, max: 1 });
    const seen = "select current_setting('enable_bitmapscan') as value, $1::int / $2::int as quotient";
    try {
      expect(await one.queryUnder('enable_bitmapscan = off', seen, [6, 2])).toEqual([{ value: 'off', quotient: 3 }]);
      await expect(one.queryUnder('enable_bitmapscan = off', seen, [6, 0])).rejects.toMatchObject({ code: '22012' });
      expect(await one.query(seen, [6, 3])).toEqual([{ value: 'on', quotient: 2 }]);
    } finally {
      await one.close();
    }
  });

  it('commits a transaction whole or not at all', async () => {
    expect(
      await worker.transaction(async (client) => {
        await client.query(ADD, ['a']);
        return 7;
      }),
    ).toBe(7);
    await expect(
      worker.transaction(async (client) => {
        await client.query(ADD, ['b']);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await expect(
      worker.transaction(async (client) => {
        await client.query(ADD, ['c']);
        await client.query(ADD, ['a']);
      }),
    ).rejects.toMatchObject({ code: '23505' });
    expect(await streams()).toEqual(['a']);
  });

  it('does not take a transaction for committed in which a fault was passed over', async () => {
    await expect(
      worker.transaction(async (client) => {
        await client.query(ADD, ['d']);
        await client.query('select 1 / 0').catch(() => {});
      }),
    ).rejects.toThrow('rolled back instead of committed');
    expect(await streams()).toEqual(['a']);
  });

  it('keeps work that goes on after its transaction from the connection', async () => {
    let late: Promise<unknown> | undefined;
    await worker.transaction(async (client) => {
      late = new Promise((resolve) => {
        setTimeout(resolve, 50);
      }).then(() => client.query('select 1'));
      late.catch(() => {});
    });
    await expect(late).rejects.toThrow('The transaction has ended');
  });

  it('takes an empty transaction', async () => {
    expect(await worker.transaction(async () => 'nothing')).toBe('nothing');
  });

  it('gives its connections back, so that more can wait than there are', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => worker.transaction((client) => client.query<{ n: number }>('select $1::int as n', [index]))),
    );
    expect(results.map(({ rows }) => rows[0]?.n)).toEqual(results.map((_, index) => index));
  });

  it('that cannot be reached fails each request and nothing else', async () => {
    const absent = new Database({ url: 'postgres://x:y@127.0.0.1:1/none', max: 2 });
    for (const ask of [
      () => absent.query('select 1'),
      () => absent.transaction(async () => {}),
      () => absent.queryAs(randomUUID(), { text: 'select 1' }, []),
    ]) {
      await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    }
    await absent.close();
  });
});
