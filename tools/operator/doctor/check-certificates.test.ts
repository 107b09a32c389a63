import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { takeNatsAccount, testServers } from '@psa/test-kit';
import { authorityFile, natsUpgrade, postgresUpgrade, TestAuthority, TlsFront } from '@psa/test-kit/tls';
import pg from 'pg';
import { certificatesOfBroker } from './certificates-of-broker.ts';
import { certificateOfDatabase, certificatesInFiles, checkCertificates } from './check-certificates.ts';

describe('the doctor on certificates', () => {
  const folder = mkdtempSync(join(tmpdir(), 'psa-doctor-certificates-'));
  let authority: TestAuthority;
  beforeAll(async () => {
    authority = await TestAuthority.create();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const found = async (days: number) => {
    const { certFile, caFile } = await authority.renew(join(folder, String(days)), ['localhost'], days);
    return checkCertificates(certificatesInFiles({ PSA_HTTP_TLS_CERT: certFile, PSA_NATS_TLS_CA: caFile, PSA_HTTP_TLS_KEY: '/none' }));
  };

  it('says nothing where none is known', () => expect(checkCertificates(certificatesInFiles({ PATH: '/bin' }))).toEqual([]));

  it('is content with those that last', async () =>
    expect(await found(90)).toEqual([{ check: 'certificates', state: 'ok', detail: '2, of which the first expires in 89 days' }]));

  it('warns of one that expires within two weeks, and names it', async () => {
    expect(await found(15)).toMatchObject([{ state: 'ok' }]);
    expect(await found(14)).toMatchObject([{ state: 'warning', detail: 'PSA_HTTP_TLS_CERT expires in 13 days' }]);
  });

  it('calls one that has expired a fault', async () =>
    expect(await found(-1)).toMatchObject([{ state: 'fault', detail: 'PSA_HTTP_TLS_CERT has expired' }]));

  it('sees the certificates of the broker, those of an authority that is not known among them, and none where it speaks no TLS', async () => {
    const plain = new URL(await takeNatsAccount());
    const front = await TlsFront.start(plain.host, natsUpgrade);
    const [certificate, ...others] = await certificatesOfBroker(`nats://localhost:${front.port},nats://${plain.host}`);
    await front.stop();
    expect(certificate?.name).toBe(`the broker at localhost:${front.port}`);
    expect(certificate?.expiresAt.getTime()).toBeGreaterThan(Date.now());
    expect(others).toEqual([]);
  });

  it('sees the certificate of the database', async () => {
    const url = new URL((await testServers()).databaseUrl);
    const front = await TlsFront.start(url.host, postgresUpgrade);
    url.host = `localhost:${front.port}`;
    url.search = `?sslmode=verify-full&sslrootcert=${authorityFile('known')}`;
    const database = new pg.Client({ connectionString: url.href });
    await database.connect();
    const [certificate] = certificateOfDatabase(database);
    await database.end();
    await front.stop();
    expect(certificate?.name).toBe('the database');
    expect(certificate?.expiresAt.getTime()).toBeGreaterThan(Date.now());
  });
});
