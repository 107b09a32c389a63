import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bucket, NoSuchObject } from '@psa/blob-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { routes } from '@psa/contracts-product';
import { eventually } from '@psa/test-kit';
import pg from 'pg';
import type { Stack } from '../../local/stack.ts';
import { databaseServices } from '../../local/services.ts';
import { callService } from '../call-service.ts';
import { createSampleRows, type SendRequest } from '../sample-rows.ts';
import { waitUntilHandled } from '../user-erase/erase-from-streams.ts';
import { withBrokerAdmin } from '../with-broker-admin.ts';
import { deleteTenant } from './delete-tenant.ts';
import { exportTenant } from './export-tenant.ts';
import { importTenant } from './import-tenant.ts';
import type { Installation } from '../installation.ts';
import { countRows, tenantTables } from './tenant-tables.ts';

interface Tenant {
  readonly tenant: string;
  readonly apiKey: string;
}

/** A bucket that is this process. */
class MemoryBucket implements Bucket {
  readonly kept = new Map<string, Uint8Array>();

  put(key: string, bytes: Uint8Array): Promise<void> {
    this.kept.set(key, bytes);
    return Promise.resolve();
  }

  async *get(key: string): AsyncGenerator<Uint8Array> {
    const bytes = await Promise.resolve(this.kept.get(key));
    if (bytes === undefined) throw new NoSuchObject(key);
    for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
  }

  delete(key: string): Promise<void> {
    this.kept.delete(key);
    return Promise.resolve();
  }

  async *list(prefix: string): AsyncGenerator<string> {
    yield* await Promise.resolve([...this.kept.keys()].filter((key) => key.startsWith(prefix)));
  }
}

/** Paths whose answers are not the same before and after, and why. */
const NOT_COMPARED: Readonly<Record<string, string>> = {
  '/api/v1/api-keys': 'says when the key was last used, which is now',
  '/api/v1/automation/performance': 'covers the 30 days before now',
  '/api/v1/webhooks/analytics': 'covers the 30 days before now',
};

/** Of all services; the gateway's own tell of the installation, and those of authentication of a browser's session. */
function comparedPaths(): string[] {
  return routes
    .filter(
      ({ method, path, service }) => method === 'get' && service !== 'gateway' && !path.includes('{') && !path.startsWith('/api/auth/'),
    )
    .map(({ path }) => path)
    .filter((path) => NOT_COMPARED[path] === undefined);
}

/** Tests of archives of tenants, on a product that runs. */
export function archiveTests(stackOf: () => Stack): void {
  describe('a tenant that leaves', () => {
    const slug = `leaving-${randomUUID().slice(0, 8)}`;
    const file = join(tmpdir(), `psa-${slug}.gz`);
    const bucket = new MemoryBucket();
    const picture = Buffer.alloc(2_500, 'p');
    let database: pg.Client;
    let installation: Installation;
    let tenant: Tenant;
    let clientId: string;
    let key: string;

    const operator = (method: string, data: Record<string, unknown>) =>
      callService({ natsUrl: stackOf().natsUrl, service: 'identity', method, data, timeoutMs: 10_000 });
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(stackOf().baseUrl + path, { ...init, headers: { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' } });
    /** What the tenant is answered on every path that is read without naming a row, beside one row. */
    const answers = async () => {
      const read: Record<string, string> = {};
      const now = new Date().toISOString();
      const withoutNow = (text: string) =>
        text.replaceAll(/"request_id":"[^"]*"/g, '').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (time >= now ? 'now' : time));
      for (const path of [...comparedPaths(), `/api/v1/clients/${clientId}`]) {
        const answer = await ask(path);
        read[path] = `${answer.status} ${withoutNow(await answer.text())}`;
      }
      return read;
    };
    const send: SendRequest = async (method, path, body) => {
      const answer = await ask(path, { method, ...(body && { body: JSON.stringify(body) }) });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return (JSON.parse(text) as { data: Record<string, string> }).data;
    };
    const keepInBucket = async (bytes: Uint8Array) => {
      const blobId = randomUUID();
      await bucket.put(`assets/${tenant.tenant}/${blobId}`, bytes);
      await database.query("insert into assets.blobs (tenant, blob_id, size, place, state) values ($1, $2, $3, 's3', 'kept')", [
        tenant.tenant,
        blobId,
        bytes.length,
      ]);
      return `assets/${tenant.tenant}/${blobId}`;
    };

    beforeAll(async () => {
      database = new pg.Client({ connectionString: stackOf().databaseUrl });
      await database.connect();
      installation = { database, bucket, natsUrl: stackOf().natsAdminUrl };
      tenant = (await operator('admin.tenant-create', { name: 'Leaving', slug })) as Tenant;
      const client = { client_name: 'Zoë & Söhne', billing_cycle: 'monthly', credit_limit: 1_234_567 };
      clientId = (await send('POST', '/api/v1/clients', client))['client_id']!;
      key = await keepInBucket(picture);
      // Everybody has heard of it: what is counted below does not grow any more.
      await eventually(
        async () => (await database.query('select from billing.client_replicas where tenant = $1', [tenant.tenant])).rowCount === 1,
      );
      await createSampleRows(send, clientId);
      await untilHeard(tenant.tenant);
    }, 60_000);
    afterAll(async () => {
      await database.end();
      await rm(file, { force: true });
    });

    it('takes all with it, leaves nothing, and is as it was once it is brought back', async () => {
      const before = await answers();
      expect(Object.values(before).filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(100);
      const exported = await exportTenant(installation, slug, file);
      expect(exported).toMatchObject({ tenant: tenant.tenant, slug, files: 1, missing_files: [] });
      expect((await subjectsOf(tenant.tenant)).map((subject) => subject.split('.').length)).toEqual(expect.arrayContaining([7, 8]));

      // An upload that was under way: its row is gone, or not written yet.
      await bucket.put(`desk/${tenant.tenant}/${randomUUID()}`, picture);
      await operator('admin.tenant-suspend', { tenant: tenant.tenant });
      const deleted = await deleteTenant(installation, slug, slug);
      expect(deleted).toMatchObject({ files: 2, rows: { 'clients.clients': 1, 'identity.tenants': 1 } });
      expect(deleted.messages).toBeGreaterThan(0);
      expect(await countRows(database, await tenantTables(database), tenant.tenant)).toEqual({});
      expect([...bucket.kept.keys()]).toEqual([]);
      expect(await subjectsOf(tenant.tenant)).toEqual([]);

      expect(await importTenant(installation, file, true)).toMatchObject({ imported: false, rows: exported.rows, files: 1 });
      expect(bucket.kept.size).toBe(0);
      expect(await importTenant(installation, file, false)).toMatchObject({ imported: true, rows: exported.rows, files: 1 });
      expect(bucket.kept.get(key)).toEqual(picture);
      await eventually(async () => (await ask('/api/v1/clients')).status === 200, 20_000);
      expect(await answers()).toEqual(before);
      expect((await ask(`/api/v1/clients/${clientId}`, { method: 'PUT', body: '{"notes":"Back"}' })).status).toBe(200);
    }, 60_000);

    it('is not deleted while it is used, or by a slip of the hand, and not brought in twice', async () => {
      await exportTenant(installation, tenant.tenant, file);
      await expect(deleteTenant(installation, slug, slug)).rejects.toThrow('in use: suspend it first');
      await expect(deleteTenant(installation, slug, 'other')).rejects.toThrow(`--confirm has to be ${slug}`);
      await expect(deleteTenant(installation, 'nobody', 'nobody')).rejects.toThrow('no tenant nobody');
      await expect(importTenant(installation, file, false)).rejects.toThrow(`There is a tenant ${slug} already`);
      await expect(exportTenant({ ...installation, bucket: undefined }, slug, file)).rejects.toThrow('set PSA_S3_BUCKET');
    });

    it('is exported without the files that are deleted meanwhile, and the archive says which', async () => {
      const gone = await keepInBucket(picture);
      await bucket.delete(gone);
      expect(await exportTenant(installation, slug, file)).toMatchObject({ files: 1, missing_files: [gone] });
      await operator('admin.tenant-suspend', { tenant: tenant.tenant });
      await deleteTenant(installation, slug, slug);
      expect(await importTenant(installation, file, false)).toMatchObject({ files: 1, missing_files: [gone] });
      await eventually(async () => (await ask('/api/v1/clients')).status === 200, 20_000);
    }, 60_000);

    it('is not deleted with another user of the broker than its administrator', async () => {
      await operator('admin.tenant-suspend', { tenant: tenant.tenant });
      const { natsUrl, natsAdminUrl } = stackOf();
      await expect(deleteTenant({ ...installation, natsUrl }, slug, slug)).rejects.toThrow(
        /closed to the user operator.*PSA_NATS_ADMIN_URL/,
      );
      const wrong = `nats://admin:wrong@${new URL(natsAdminUrl).host}`;
      await expect(deleteTenant({ ...installation, natsUrl: wrong }, slug, slug)).rejects.toThrow('refuses the user or the password');
      expect(await countRows(database, await tenantTables(database), tenant.tenant)).toMatchObject({ 'clients.clients': 1 });
      await operator('admin.tenant-resume', { tenant: tenant.tenant });
    }, 60_000);

    it('is not brought in by half from a file that is cut off, or is another one', async () => {
      await exportTenant(installation, slug, file);
      await operator('admin.tenant-suspend', { tenant: tenant.tenant });
      await deleteTenant(installation, slug, slug);
      const whole = await readFile(file);
      await writeFile(file, whole.subarray(0, whole.length - 100));
      await expect(importTenant(installation, file, false)).rejects.toThrow('cannot be read');
      expect(await countRows(database, await tenantTables(database), tenant.tenant)).toEqual({});
      await writeFile(file, 'no archive');
      await expect(importTenant(installation, file, true)).rejects.toThrow('cannot be read');
      await expect(importTenant(installation, `${file}.missing`, true)).rejects.toThrow('ENOENT');
    }, 60_000);

    /** Subjects of the streams that name the tenant, read off all subjects. */
    function subjectsOf(id: string): Promise<string[]> {
      return withBrokerAdmin(stackOf().natsAdminUrl, async ({ manager }) => {
        const names: string[] = [];
        for await (const { config } of manager.streams.list()) {
          const { state } = await manager.streams.info(config.name, { subjects_filter: '>' });
          names.push(...Object.keys(state.subjects ?? {}).filter((name) => name.endsWith(id)));
        }
        return names;
      });
    }

    /** Waits until all that was told of the tenant is published and handled: what comes after would differ from what was exported. */
    async function untilHeard(id: string): Promise<void> {
      await eventually(async () => {
        const waiting = await database.query(
          databaseServices.map(({ name }) => `select from "${name}".outbox where tenant = $1 and published_at is null`).join(' union all '),
          [id],
        );
        return waiting.rowCount === 0;
      }, 20_000);
      await withBrokerAdmin(stackOf().natsAdminUrl, ({ manager }) => waitUntilHandled(manager));
    }
  });
}
