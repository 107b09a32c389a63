import { type Bucket, bucketKey, NoSuchObject } from '@psa/blob-kit';
import type pg from 'pg';
import { Refusal } from '../../local/refusal.ts';
import { type ArchiveHead, sectionLine, writeArchive } from './archive-lines.ts';
import { findTenant } from './find-tenant.ts';
import type { Installation } from '../installation.ts';
import { columnList, migrationsOf, quoted, type TenantTable, tenantTables } from './tenant-tables.ts';

/** What is in an archive. */
export interface Exported {
  readonly tenant: string;
  readonly slug: string;
  readonly file: string;
  readonly rows: number;
  readonly files: number;
  /** Files that were deleted while the export ran: it has the rows that refer to them, and not their bytes. Keys in the bucket. */
  readonly missing_files: readonly string[];
  /** What the installation that it is imported to needs in PSA_ENCRYPTION_KEYS. */
  readonly encryption_keys: readonly string[];
}

/** Rows that are fetched at a time; pieces of files are a mebibyte each. */
const ROWS = 500;
const ROWS_WITH_BYTES = 4;

/**
 * Writes all that is a tenant's into a file, as it was at one moment, while it is used.
 * @param which slug or id
 * @throws Refusal when there is no such tenant, or a file is in a bucket that is not configured
 */
export async function exportTenant({ database, bucket }: Installation, which: string, file: string): Promise<Exported> {
  await database.query('begin isolation level repeatable read read only');
  try {
    const tables = await tenantTables(database);
    const head = await headOf(database, tables, which);
    const done = { rows: 0, files: 0 };
    const missing_files: string[] = [];
    const lines = async function* () {
      for (const table of tables) {
        yield sectionLine({ table: table.name, columns: [...table.columns] });
        for await (const row of rowsOf(database, table, head.tenant)) {
          done.rows++;
          yield row;
        }
      }
      for (const blob of await blobsInBucket(database, tables, head.tenant)) {
        if (bucket === undefined) throw new Refusal('Some files are in a bucket; set PSA_S3_BUCKET and what goes with it.');
        const key = bucketKey(blob.service, head.tenant, blob.blob_id);
        if (yield* fileLines(bucket, key, blob)) done.files++;
        else missing_files.push(key);
      }
    };
    await writeArchive(file, head, lines());
    return { tenant: head.tenant, slug: head.slug, file, ...done, missing_files, encryption_keys: head.encryption_keys };
  } finally {
    await database.query('rollback');
  }
}

/** The section of a file. @returns whether the bucket has it: bytes are removed some time after the last row that refers to them */
async function* fileLines(bucket: Bucket, key: string, { service, blob_id, size }: BlobInBucket): AsyncGenerator<string, boolean> {
  const pieces = bucket.get(key)[Symbol.asyncIterator]();
  try {
    let next = await pieces.next();
    yield sectionLine({ blob: blob_id, service, size });
    for (; next.done !== true; next = await pieces.next()) yield JSON.stringify(Buffer.from(next.value).toString('base64'));
    return true;
  } catch (error) {
    if (!(error instanceof NoSuchObject)) throw error;
    yield sectionLine({ missing: key });
    return false;
  } finally {
    await pieces.return?.();
  }
}

async function headOf(database: pg.ClientBase, tables: readonly TenantTable[], which: string): Promise<ArchiveHead> {
  const { tenant, slug, name } = await findTenant(database, which);
  const { rows } = await database.query<{ at: string }>(`select to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`);
  const keys = new Set<string>();
  for (const { name: table } of tables.filter((one) => one.name.endsWith('.data_keys'))) {
    const used = await database.query<{ key: string }>(
      `select distinct key_encryption_key as key from ${quoted(table)} where tenant = $1`,
      [tenant],
    );
    for (const { key } of used.rows) keys.add(key);
  }
  return {
    psa_archive: 1,
    tenant,
    slug,
    name,
    exported_at: rows[0]!.at,
    migrations: await migrationsOf(database),
    encryption_keys: [...keys].toSorted(),
  };
}

/** Rows as Postgres writes them in JSON: it alone reads them again, so that no number and no time loses a digit on its way. */
async function* rowsOf(
  database: pg.ClientBase,
  { name, tenantColumn, columns, order, hasBytes }: TenantTable,
  tenant: string,
): AsyncGenerator<string> {
  const sorted = order.length === 0 ? '' : ` order by ${columnList(order)}`;
  await database.query(
    `declare exported no scroll cursor for select row_to_json(r)::text as line
      from (select ${columnList(columns)} from ${quoted(name)} where ${columnList([tenantColumn])} = '${tenant}'${sorted}) r`,
  );
  for (;;) {
    const { rows } = await database.query<{ line: string }>(`fetch ${hasBytes ? ROWS_WITH_BYTES : ROWS} from exported`);
    for (const { line } of rows) yield line;
    if (rows.length === 0) break;
  }
  await database.query('close exported');
}

interface BlobInBucket {
  readonly service: string;
  readonly blob_id: string;
  readonly size: number;
}

/** Files of a tenant that are not in Postgres and that something refers to. */
export async function blobsInBucket(
  database: pg.ClientBase,
  tables: readonly TenantTable[],
  tenant: string,
  states: readonly string[] = ['kept'],
): Promise<BlobInBucket[]> {
  const found: BlobInBucket[] = [];
  for (const service of servicesWithBlobs(tables)) {
    const { rows } = await database.query<{ blob_id: string; size: string }>(
      `select blob_id, size from ${quoted(`${service}.blobs`)} where tenant = $1 and place = 's3' and state = any($2)`,
      [tenant, states],
    );
    for (const { blob_id, size } of rows) found.push({ service, blob_id, size: Number(size) });
  }
  return found;
}

/** Services that may have files in a bucket. */
export function servicesWithBlobs(tables: readonly TenantTable[]): string[] {
  return tables.flatMap(({ name }) => /^(.+)\.blobs$/.exec(name)?.[1] ?? []);
}
