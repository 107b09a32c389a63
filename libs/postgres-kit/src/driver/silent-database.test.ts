import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, TenantDb } from '../index.ts';
import { AccountDatabase, type AccountTables, causeOf } from '../testing/account-database.ts';
import { SilentLink } from '../testing/silent-link.ts';

const PATIENCE_MS = 400;

describe('a database that says nothing more', () => {
  let accounts: AccountDatabase;
  let link: SilentLink;
  let database: Database;
  let db: TenantDb<AccountTables>;

  beforeAll(async () => {
    accounts = await AccountDatabase.create();
    const url = new URL(accounts.test.appUrl);
    link = await SilentLink.to({ host: url.hostname, port: Number(url.port) });
    url.hostname = '127.0.0.1';
    url.port = String(link.port);
    database = new Database({ url: url.href, max: 2, queryTimeoutMs: PATIENCE_MS });
    db = new TenantDb<AccountTables>(database, causeOf(crypto.randomUUID()));
  });
  afterAll(async () => {
    await link.close();
    await database.close();
    await accounts.drop();
  });

  const read = () => db.execute({ text: 'select 1 as one' }, []);

  // Each batch of statements waiting for a connection in its turn would take a minute.
  it('fails what waits for it in bounded time, however much that is, and is used again when it is back', async () => {
    await read();
    link.silence();
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 200 }, read),
      db.transaction((tx) => tx.execute({ text: 'select 2' }, [])),
      database.query('select 3'),
      database.transaction((client) => client.query('select 4')),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([]);
    // The texts by which the errors are known for what they are: `toApiError` answers 503 to each.
    for (const outcome of outcomes)
      expect((outcome as PromiseRejectedResult).reason).toMatchObject({
        message: expect.stringMatching(/^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout)/),
      });
    link.restore();
    await expect(Promise.any([read(), read(), read()])).resolves.toMatchObject({ rows: [{ one: 1 }] });
  }, 20_000);
});
