import pg from 'pg';
import type { TestServers } from './server-addresses.ts';

const ACCOUNTS = 2000;

/**
 * By address first (`npm test` sets it), else in containers.
 * @throws when neither is there
 */
export async function testServers(): Promise<TestServers> {
  const { PSA_TEST_DATABASE_URL: databaseUrl, PSA_TEST_NATS_HOST: natsHost, PSA_TEST_NATS_PASSWORD: natsPassword } = process.env;
  if (databaseUrl !== undefined && natsHost !== undefined) return { databaseUrl, natsHost, natsPassword: natsPassword ?? '' };
  const { startContainers } = await import('./containers.ts');
  return startContainers();
}

/** Address of a NATS account nobody else uses: its streams are this test file's alone. */
export async function takeNatsAccount(): Promise<string> {
  const { databaseUrl, natsHost, natsPassword } = await testServers();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(7306153)');
    await client.query('create sequence if not exists psa_test_account minvalue 0 start 0');
    const {
      rows: [row],
    } = await client.query<{ number: string }>("select nextval('psa_test_account') as number");
    return `nats://t${Number(row?.number) % ACCOUNTS}:${natsPassword}@${natsHost}`;
  } finally {
    await client.end();
  }
}
