import { bucketKey } from '@psa/blob-kit';
import { connect, type NatsConnection } from 'nats';
import type pg from 'pg';
import { Refusal } from '../../local/refusal.ts';
import { natsOptions } from '../call-service.ts';
import { blobsInBucket } from './export-tenant.ts';
import { findTenant } from './find-tenant.ts';
import type { Installation } from '../installation.ts';
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
  if (natsUrl === undefined) throw new Refusal('Which broker? Set PSA_NATS_URL or --nats, with the rights of its administrator.');

  const allTables = await tenantTables(database);
  const blobs = await blobsInBucket(database, allTables, tenant.tenant, ['staged', 'kept', 'released']);
  if (blobs.length > 0 && bucket === undefined) throw new Refusal('Some files are in a bucket; set PSA_S3_BUCKET and what goes with it.');
  const broker = await connect(natsOptions(natsUrl));
  try {
    // The tenant itself goes last: as long as something is left, the command can be run again.
    const tables = allTables.filter(({ name }) => name !== 'identity.tenants');
    for (const { service, blob_id } of blobs) await bucket?.delete(bucketKey(service, tenant.tenant, blob_id));
    const rows: Record<string, number> = {};
    let messages = 0;
    let left: Record<string, number> = {};
    for (let pass = 0; pass < PASSES; pass++) {
      if (pass > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_PASSES_MS));
      messages += await purgeStreams(broker, tenant.tenant);
      for (const [name, count] of Object.entries(await deleteRows(database, tables, tenant.tenant))) rows[name] = (rows[name] ?? 0) + count;
      left = await countRows(database, tables, tenant.tenant);
      if (pass > 0 && Object.keys(left).length === 0) break;
    }
    if (Object.keys(left).length > 0)
      throw new Refusal(`Something goes on writing rows of ${tenant.slug}: ${Object.keys(left).join(', ')}. Run the command again.`);
    const { rowCount } = await database.query('delete from identity.tenants where tenant_id = $1', [tenant.tenant]);
    rows['identity.tenants'] = rowCount ?? 0;
    return { tenant: tenant.tenant, slug: tenant.slug, rows, files: blobs.length, messages };
  } finally {
    await broker.close();
  }
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

/** The tenant is the last part of every subject. */
async function purgeStreams(broker: NatsConnection, tenant: string): Promise<number> {
  const manager = await broker.jetstreamManager();
  let purged = 0;
  for await (const { config } of manager.streams.list()) {
    if (!config.name.startsWith('PSA_')) continue;
    for (const subject of config.subjects ?? []) {
      // A stream takes `psa.v1.evt.<domain>.>`; the tenant stands where it ends.
      const filter = subject.replace(/>$/, `*.*.${tenant}`);
      purged += (await manager.streams.purge(config.name, { filter })).purged;
    }
  }
  return purged;
}
