import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bucket } from '@psa/blob-kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@psa/test-kit';
import { connect } from 'nats';
import pg from 'pg';
import type { Stack } from '../../local/stack.ts';
import { callService, natsOptions } from '../call-service.ts';
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
    if (bytes === undefined) throw new Error(`There is no ${key}`);
    for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
  }

  delete(key: string): Promise<void> {
    this.kept.delete(key);
    return Promise.resolve();
  }
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
    const read = async (path: string) => ((await (await ask(path)).json()) as { data: unknown }).data;
    const answers = () => Promise.all(['/api/v1/clients', `/api/v1/clients/${clientId}`, '/api/v1/users', '/api/v1/statuses'].map(read));

    beforeAll(async () => {
      database = new pg.Client({ connectionString: stackOf().databaseUrl });
      await database.connect();
      installation = { database, bucket, natsUrl: stackOf().natsAdminUrl };
      tenant = (await operator('admin.tenant-create', { name: 'Leaving', slug })) as Tenant;
      const body = JSON.stringify({ client_name: 'Zoë & Söhne', billing_cycle: 'monthly', credit_limit: 1_234_567 });
      const made = (await (await ask('/api/v1/clients', { method: 'POST', body })).json()) as { data: { client_id: string } };
      clientId = made.data.client_id;
      await eventually(async () => (await answers()).length === 4);
      const blobId = randomUUID();
      key = `assets/${tenant.tenant}/${blobId}`;
      await bucket.put(key, picture);
      await database.query("insert into assets.blobs (tenant, blob_id, size, place, state) values ($1, $2, $3, 's3', 'kept')", [
        tenant.tenant,
        blobId,
        picture.length,
      ]);
      // Everybody has heard of it: what is counted below does not grow any more.
      await eventually(
        async () => (await database.query('select from billing.client_replicas where tenant = $1', [tenant.tenant])).rowCount === 1,
      );
    }, 60_000);
    afterAll(async () => {
      await database.end();
      await rm(file, { force: true });
    });

    it('takes all with it, leaves nothing, and is as it was once it is brought back', async () => {
      const before = await answers();
      const exported = await exportTenant(installation, slug, file);
      expect(exported).toMatchObject({ tenant: tenant.tenant, slug, files: 1 });

      await operator('admin.tenant-suspend', { tenant: tenant.tenant });
      const deleted = await deleteTenant(installation, slug, slug);
      expect(deleted).toMatchObject({ files: 1, rows: { 'clients.clients': 1, 'identity.tenants': 1 } });
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

    /** Subjects of the streams that name the tenant. */
    async function subjectsOf(id: string): Promise<string[]> {
      const broker = await connect(natsOptions(stackOf().natsAdminUrl));
      try {
        const manager = await broker.jetstreamManager();
        const names: string[] = [];
        for await (const { config } of manager.streams.list()) {
          const { state } = await manager.streams.info(config.name, { subjects_filter: `psa.v1.evt.*.*.*.${id}` });
          names.push(...Object.keys(state.subjects ?? {}));
        }
        return names;
      } finally {
        await broker.close();
      }
    }
  });
}
