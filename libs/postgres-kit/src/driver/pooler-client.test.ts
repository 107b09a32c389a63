import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Database, TenantDb } from '../index.ts';
import { AccountDatabase, type AccountTables, addAccount, causeOf } from '../testing/account-database.ts';

describe('behind a pooler in transaction mode', () => {
  let accounts: AccountDatabase;
  let database: Database;
  const tenant = () => new TenantDb<AccountTables>(database, causeOf(randomUUID()));
  beforeAll(async () => {
    accounts = await AccountDatabase.create();
    database = new Database({ url: accounts.test.appUrl, max: 1, pooler: true });
  });
  afterAll(async () => {
    await database.close();
    await accounts.drop();
  });

  it('each tenant sees its own, in single statements and in transactions', async () => {
    const [one, other] = [tenant(), tenant()];
    await one.transaction((tx) => addAccount(tx, { name: 'mine' }));
    expect(await one.selectFrom('accounts').select('name').execute()).toEqual([{ name: 'mine' }]);
    expect(await other.selectFrom('accounts').select('name').execute()).toEqual([]);
    expect((await one.execute({ text: 'select name from accounts', name: 'named' }, [])).rows).toEqual([{ name: 'mine' }]);
    expect((await other.execute({ text: 'select name from accounts', name: 'named' }, [])).rows).toEqual([]);
  });

  it('nothing stays prepared, and no tenant, on the one connection', async () => {
    const db = tenant();
    await db.execute({ text: 'select 1', name: 'one' }, []);
    await db.transaction((tx) => tx.execute({ text: 'select 2', name: 'two' }, []));
    await database.transaction((client) => client.query('select 3'));
    expect(await database.query('select name from pg_prepared_statements')).toEqual([]);
    expect(await database.query("select coalesce(current_setting('app.tenant', true), '') as tenant")).toEqual([{ tenant: '' }]);
  });

  it('a failing statement leaves the connection clean', async () => {
    const db = tenant();
    await expect(db.execute({ text: 'select 1 / 0' }, [])).rejects.toMatchObject({ code: '22012' });
    expect((await db.execute({ text: 'select 1 as one' }, [])).rows).toEqual([{ one: 1 }]);
  });
});
