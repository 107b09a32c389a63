/**
 * Run as a process of its own by lost-connection.test.ts: loses connections in every state they can be in and goes on. An error
 * nobody listens to, or a rejection nobody handles, would end it.
 */
import { randomUUID } from 'node:crypto';
import { strict as assert } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Database, TenantDb } from '../index.ts';
import { type AccountTables, addAccount, causeOf } from './account-database.ts';

const [, , appUrl = '', adminUrl = ''] = process.argv;
const CONNECTIONS = 3;
const database = new Database({ url: appUrl, max: CONNECTIONS, applicationName: 'kit-postgres-lost' });
const admin = new pg.Client({ connectionString: adminUrl });
await admin.connect();
const db = new TenantDb<AccountTables>(database, causeOf(randomUUID()));

const terminate = async () => {
  const { rowCount } = await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'kit-postgres-lost'",
  );
  return rowCount ?? 0;
};
/** Ends the connections as soon as one of them is where it should be hit. */
const terminateOnce = async (where: string) => {
  for (;;) {
    const { rowCount } = await admin.query(`select 1 from pg_stat_activity where application_name = 'kit-postgres-lost' and ${where}`);
    if (rowCount !== 0) return terminate();
    await sleep(5);
  }
};
const works = async () => assert.equal((await db.execute({ text: 'select 1 as one' }, [])).rows.length, 1);
/** Connections that were idle when they were lost may not have said so yet: each can fail one request, and none a second. */
const recovers = async () => {
  for (let left = CONNECTIONS; left > 0; left--) {
    try {
      return await works();
    } catch (error) {
      assert.equal(codeOf(error as { message: string }), '57P01');
    }
  }
  return works();
};
const codeOf = (error: { code?: string; message: string }) => error.code ?? error.message;

await works();
// In the midst of a statement; the next request comes in the very moment the first one fails.
const running = db.execute({ text: 'select pg_sleep(10)' }, []).catch((error: Error) => error);
const nextAtOnce = running.then(works);
await terminateOnce("query like '%pg_sleep%'");
assert.equal(codeOf((await running) as { message: string }), '57P01');
await nextAtOnce;

// Within a transaction, between two statements.
let calledBack = false;
await assert.rejects(
  db.transaction(async (tx) => {
    await addAccount(tx, { name: 'lost' });
    tx.afterCommit(() => {
      calledBack = true;
    });
    assert.ok((await terminate()) > 0);
    await addAccount(tx, { name: 'lost too' });
  }),
);
await works();
assert.equal(calledBack, false);
assert.deepEqual(await db.selectFrom('accounts').select('name').execute(), []);

// Within a transaction, before its commit.
await assert.rejects(
  db.transaction(async (tx) => {
    await addAccount(tx, { name: 'lost' });
    await terminate();
  }),
);
await works();

// Within a transaction outside tenants.
await assert.rejects(
  database.transaction(async (client) => {
    await client.query('select 1');
    await terminate();
    await client.query('select 1');
  }),
);
await works();

// All of them while they are idle, again and again, and statements right behind it: those may fail, the process may not.
for (let round = 0; round < 5; round++) {
  await Promise.allSettled(Array.from({ length: 3 }, () => db.transaction((tx) => tx.execute({ text: 'select 1' }, []))));
  await terminate();
  await Promise.allSettled(Array.from({ length: 10 }, () => db.execute({ text: 'select 1' }, [])));
}
await recovers();

await database.close();
await assert.rejects(works(), /Cannot use a pool after calling end/);
await admin.end();
process.stdout.write('survived\n');
