import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { testServers } from '@psa/test-kit';
import { authorityFile, postgresUpgrade, TlsFront } from '@psa/test-kit/tls';
import { Database } from './database.ts';

describe('a connection to Postgres by TLS', () => {
  let front: TlsFront;
  let database: Database;

  beforeEach(async () => {
    const { databaseUrl } = await testServers();
    const url = new URL(databaseUrl);
    front = await TlsFront.start(url.host, postgresUpgrade);
    url.host = `localhost:${front.port}`;
    url.search = `?sslmode=verify-full&sslrootcert=${authorityFile('known')}`;
    database = new Database({ url: url.href, max: 1 });
  });
  afterEach(async () => {
    await database.close();
    await front.stop();
  });

  it('is made where the authority of the certificate is known', async () => {
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is refused where it is not', async () => {
    front.authority = 'other';
    await expect(database.query('select 1 as one')).rejects.toThrow('certificate');
  });
});
