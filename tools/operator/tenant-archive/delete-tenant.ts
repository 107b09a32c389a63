import { type Bucket, bucketPrefix } from '@psa/blob-kit';
import type { JetStreamManager } from 'nats';
import type pg from 'pg';
import { Refusal } from '../../local/refusal.ts';
import { blobsInBucket, servicesWithBlobs } from './export-tenant.ts';
import { findTenant } from './find-tenant.ts';
import type { Installation } from '../installation.ts';
import { countMessages, tenantStreams } from '../tenant-subjects.ts';
import { withBrokerAdmin } from '../with-broker-admin.ts';
import { columnList, countRows, quoted, type TenantTable, tenantTables } from './tenant-tables.ts';
import { withoutTriggers } from './without-triggers.ts';

/** What went; nothing is left. */
export interface Deleted {
  readonly tenant: string;
  readonly slug: string;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
  /** Files that were in a bucket. */
  readonly files: number;
  /** Events and commands that were in streams. */
  readonly messages: number;
}

/** Work that was under way when the tenant was suspended writes its last rows meanwhile. */
const PASSES = 5;
const BETWEEN_PASSES_MS = 1_000;

/**
 * Deletes all that is a tenant's from tables, bucket and streams, and looks whether anything is left. It may be run again.
 * @param confirm the slug once more
 * @throws Refusal when there is no such tenant, it is not suspended, or something is left
 */
export async function deleteTenant({ database, bucket, natsUrl }: Installation, which: string, confirm: string): Promise<Deleted> {
  const tenant = await findTenant(database, which);
  if (confirm !== tenant.slug)
    throw new Refusal(`--confirm has to be ${tenant.slug}: what is deleted cannot be brought back but from an archive.`);
  if (!tenant.isSuspended)
    throw new Refusal(`The tenant ${tenant.slug} is in use: suspend it first, by psa tenant suspend ${tenant.slug}.`);
  const allTables = await tenantTables(database);
  // The tenant itself goes last: as long as something is left, the command can be run again.
  const tables = allTables.filter(({ name }) => name !== 'identity.tenants');
  return withBrokerAdmin(natsUrl, async ({ manager }) => {
    const rows: Record<string, number> = {};
    let files = 0;
    let messages = 0;
    let left: Record<string, number> = {};
    for (let pass = 0; pass < PASSES; pass++) {
      if (pass > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_PASSES_MS));
      messages += await purgeStreams(manager, tenant.tenant);
      // Before the rows: they tell whether a bucket is needed.
      files += await deleteFiles(database, bucket, tables, tenant.tenant);
      for (const [name, count] of Object.entries(await deleteRows(database, tables, tenant.tenant))) rows[name] = (rows[name] ?? 0) + count;
      left = { ...(await countRows(database, tables, tenant.tenant)), ...(await countMessages(manager, tenant.tenant)) };
      if (pass > 0 && Object.keys(left).length === 0) break;
    }
    // What was uploaded meanwhile has lost its row: the bucket alone knows of it.
    files += await deleteFiles(database, bucket, tables, tenant.tenant);
    if (Object.keys(left).length > 0)
      throw new Refusal(
        `Something of ${tenant.slug} is left, or goes on being written: ${Object.keys(left).join(', ')}. Run the command again.`,
      );
    const { rowCount } = await database.query('delete from identity.tenants where tenant_id = $1', [tenant.tenant]);
    rows['identity.tenants'] = rowCount ?? 0;
    return { tenant: tenant.tenant, slug: tenant.slug, rows, files, messages };
  });
}

/** Deletes all that the bucket has of a tenant, whether a row knows of it or not. @throws Refusal when files are in a bucket that is not configured */
async function deleteFiles(
  database: pg.ClientBase,
  bucket: Bucket | undefined,
  tables: readonly TenantTable[],
  tenant: string,
): Promise<number> {
  if (bucket === undefined) {
    const blobs = await blobsInBucket(database, tables, tenant, ['staged', 'kept', 'released']);
    if (blobs.length > 0) throw new Refusal('Some files are in a bucket; set PSA_S3_BUCKET and what goes with it.');
    return 0;
  }
  let deleted = 0;
  for (const service of servicesWithBlobs(tables))
    for await (const key of bucket.list(bucketPrefix(service, tenant))) {
      await bucket.delete(key);
      deleted++;
    }
  return deleted;
}

/** In one transaction: a crash leaves the tenant whole. What refers to what, and that some tables only grow, does not matter where all goes. */
function deleteRows(database: pg.ClientBase, tables: readonly TenantTable[], tenant: string): Promise<Record<string, number>> {
  return withoutTriggers(database, 'delete', true, async () => {
    const deleted: Record<string, number> = {};
    for (const { name, tenantColumn } of tables) {
      const { rowCount } = await database.query(`delete from ${quoted(name)} where ${columnList([tenantColumn])} = $1`, [tenant]);
      if (rowCount) deleted[name] = rowCount;
    }
    return deleted;
  });
}

async function purgeStreams(manager: JetStreamManager, tenant: string): Promise<number> {
  let purged = 0;
  for (const { stream, filters } of await tenantStreams(manager, tenant))
    for (const filter of filters) purged += (await manager.streams.purge(stream, { filter })).purged;
  return purged;
}
