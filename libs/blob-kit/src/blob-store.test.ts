import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tenantId } from '@psa/contract-kit';
import { createKitTables, Database, type MigrationDb, TenantDb } from '@psa/postgres-kit';
import { createTestDatabase, type TestDatabase } from '@psa/test-kit';
import S3rver from 's3rver';
import { BlobStore, bucketKey, bucketPrefix } from './blob-store.ts';
import type { BlobTables } from './blob.tables.ts';
import { NoSuchObject } from './bucket.ts';
import { createBlobTables } from './create-blob-tables.ts';
import { S3Bucket } from './s3-bucket.ts';

const MIB = 1024 * 1024;
const migrations = {
  '0001-blobs': {
    async up(db: MigrationDb) {
      await createKitTables(db, 'kit_blob');
      await createBlobTables(db, 'kit_blob');
    },
  },
};

describe('BlobStore', () => {
  let test: TestDatabase;
  let database: Database;
  let worker: Database;
  let s3: S3rver;
  let folder: string;
  let bucket: S3Bucket;

  beforeAll(async () => {
    test = await createTestDatabase('kit_blob', migrations);
    database = new Database({ url: test.appUrl, max: 4 });
    worker = new Database({ url: test.workerUrl, max: 2 });
    folder = await mkdtemp(join(tmpdir(), 'psa-s3-'));
    s3 = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: folder, configureBuckets: [{ name: 'files', configs: [] }] });
    const { port } = await s3.run();
    bucket = new S3Bucket({
      bucket: 'files',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      forcePathStyle: true,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    });
  });
  afterAll(async () => {
    await database.close();
    await worker.close();
    await test.drop();
    await s3.close();
    await rm(folder, { recursive: true, force: true });
  });

  const tenant = () =>
    new TenantDb<BlobTables>(database, { tenant: tenantId(randomUUID()), actor: { id: 'test', type: 'system' }, correlationId: 'test' });
  const readAll = async (store: BlobStore, db: TenantDb<BlobTables>, blobId: string) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of store.read(db, blobId)) pieces.push(piece);
    return Buffer.concat(pieces);
  };
  const keepNew = async (store: BlobStore, db: TenantDb<BlobTables>, bytes: Uint8Array) => {
    const blobId = randomUUID();
    await store.stage(db, blobId, bytes);
    await db.transaction((tx) => store.keep(tx, blobId));
    return blobId;
  };
  const keysOf = async ({ tenant: id }: TenantDb<BlobTables>) => {
    const keys: string[] = [];
    for await (const key of bucket.list(bucketPrefix('kit_blob', id))) keys.push(key);
    return keys.toSorted();
  };
  const remaining = async (blobId: string) => (await test.admin.query('select 1 from blobs where blob_id = $1', [blobId])).rows.length;

  it('takes no more of a tenant than its quota, and takes more when something was let go', async () => {
    const [store, db] = [new BlobStore('kit_blob', undefined, 100), tenant()];
    const first = await keepNew(store, db, randomBytes(60));
    await expect(store.stage(db, randomUUID(), randomBytes(41))).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    await keepNew(store, db, randomBytes(40));
    await keepNew(store, tenant(), randomBytes(100));
    await db.transaction((tx) => store.release(tx, first));
    await keepNew(store, db, randomBytes(60));
  });

  describe.each([
    ['in Postgres', () => new BlobStore('kit_blob')],
    ['in a bucket', () => new BlobStore('kit_blob', bucket)],
  ])('%s', (_place, open) => {
    it.each([0, 1, MIB, 2 * MIB + 12_345])('gives back %d bytes as they were', async (size) => {
      const [store, db, bytes] = [open(), tenant(), randomBytes(size)];
      expect((await readAll(store, db, await keepNew(store, db, bytes))).equals(bytes)).toBe(true);
    });

    it('removes what was released, and then nobody reads it', async () => {
      const [store, db] = [open(), tenant()];
      const blobId = await keepNew(store, db, randomBytes(10));
      await db.transaction((tx) => store.release(tx, blobId));
      await expect(readAll(store, db, blobId)).rejects.toThrow('no blob');
      await test.admin.query("update blobs set changed_at = now() - interval '61 minutes' where blob_id = $1", [blobId]);
      expect(await store.sweep(worker)).toBeGreaterThanOrEqual(1);
      expect(await remaining(blobId)).toBe(0);
    });

    it('sweeps what was staged a day ago and never kept, and nothing younger', async () => {
      const [store, db] = [open(), tenant()];
      const [old, young] = [randomUUID(), randomUUID()];
      await store.stage(db, old, randomBytes(10));
      await store.stage(db, young, randomBytes(10));
      await test.admin.query("update blobs set changed_at = now() - interval '25 hours' where blob_id = $1", [old]);
      await store.sweep(worker);
      expect([await remaining(old), await remaining(young)]).toEqual([0, 1]);
      await expect(db.transaction((tx) => store.keep(tx, old))).rejects.toThrow('not staged');
    });

    it("keeps a tenant's bytes from another", async () => {
      const [store, db] = [open(), tenant()];
      const blobId = await keepNew(store, db, randomBytes(10));
      await expect(readAll(store, tenant(), blobId)).rejects.toThrow('no blob');
    });
  });

  it('goes on reading what stayed in Postgres when a bucket is configured', async () => {
    const db = tenant();
    const bytes = randomBytes(100);
    const blobId = await keepNew(new BlobStore('kit_blob'), db, bytes);
    expect((await readAll(new BlobStore('kit_blob', bucket), db, blobId)).equals(bytes)).toBe(true);
  });

  it('leaves blobs of a bucket that is not configured alone', async () => {
    const db = tenant();
    const blobId = await keepNew(new BlobStore('kit_blob', bucket), db, randomBytes(100));
    const without = new BlobStore('kit_blob');
    await expect(readAll(without, db, blobId)).rejects.toThrow('none is configured');
    await db.transaction((tx) => without.release(tx, blobId));
    await without.sweep(worker);
    expect(await remaining(blobId)).toBe(1);
  });

  it('keeps what was released in a bucket for an hour: an export may be about to read it', async () => {
    const [store, db] = [new BlobStore('kit_blob', bucket), tenant()];
    const blobId = await keepNew(store, db, randomBytes(10));
    await db.transaction((tx) => store.release(tx, blobId));
    await store.sweep(worker);
    expect(await remaining(blobId)).toBe(1);
    expect(await keysOf(db)).toEqual([`kit_blob/${db.tenant}/${blobId}`]);
  });

  it("lists a tenant's keys, and says which one it does not have", async () => {
    const [store, db] = [new BlobStore('kit_blob', bucket), tenant()];
    const blobs = [await keepNew(store, db, randomBytes(10)), await keepNew(store, db, randomBytes(10))];
    await keepNew(store, tenant(), randomBytes(10));
    expect(await keysOf(db)).toEqual(blobs.map((blobId) => bucketKey('kit_blob', db.tenant, blobId)).toSorted());
    await bucket.delete(bucketKey('kit_blob', db.tenant, blobs[0]!));
    await expect(readAll(store, db, blobs[0]!)).rejects.toThrow(NoSuchObject);
  });

  it('says so when bytes are missing, in place of ending early', async () => {
    const [store, db] = [new BlobStore('kit_blob'), tenant()];
    const blobId = await keepNew(store, db, randomBytes(3 * MIB));
    await test.admin.query('delete from blob_pieces where blob_id = $1 and piece = 2', [blobId]);
    await expect(readAll(store, db, blobId)).rejects.toThrow(`ended after ${2 * MIB} of ${3 * MIB} bytes`);
  });

  it('keeps nothing when the bucket does not take the bytes', async () => {
    const db = tenant();
    const store = new BlobStore('kit_blob', {
      put: () => Promise.reject(new Error('full')),
      get: async function* () {},
      delete: async () => {},
      list: async function* () {},
    });
    await expect(store.stage(db, randomUUID(), randomBytes(10))).rejects.toThrow('full');
  });
});
