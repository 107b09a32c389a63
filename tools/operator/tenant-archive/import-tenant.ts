import { bucketKey } from '@psa/blob-kit';
import type pg from 'pg';
import { Refusal } from '../../local/refusal.ts';
import { type ArchiveHead, type ArchiveSection, readArchive } from './archive-lines.ts';
import type { Installation } from '../installation.ts';
import { columnList, countRows, migrationsOf, quoted, type TenantTable, tenantTables } from './tenant-tables.ts';
import { withoutTriggers } from './without-triggers.ts';

/** What was imported, or would be. */
export interface Imported {
  readonly tenant: string;
  readonly slug: string;
  readonly imported: boolean;
  readonly rows: number;
  readonly files: number;
  /** Files that were gone when the archive was written, by their keys in its bucket: rows refer to them, and reading them fails. */
  readonly missing_files: readonly string[];
  /** Has to be in PSA_ENCRYPTION_KEYS until `psa keys rotate` has run for the tenant. */
  readonly encryption_keys: readonly string[];
}

const ROWS_AT_ONCE = 500;
const BYTES_AT_ONCE = 4 * 1024 * 1024;
/** Events of the last hours are published again: some were still on their way when the archive was written, and who has heard of one ignores it. */
const REPUBLISHED = '1 day';

/**
 * Brings a tenant in from an archive, with its ids: all of it or nothing. After a crash it is run again.
 * @param isDryRun does everything, and takes it back
 * @throws Refusal when the archive is faulty, of another release, or the tenant is there already
 */
export function importTenant(installation: Installation, file: string, isDryRun: boolean): Promise<Imported> {
  // Rows refer to others that come later, and what triggers keep is in the archive.
  return withoutTriggers(installation.database, 'import', !isDryRun, () => readIn(installation, file, isDryRun));
}

async function readIn({ database, bucket }: Installation, file: string, isDryRun: boolean): Promise<Imported> {
  const tables = await tenantTables(database);
  let head: ArchiveHead | undefined;
  let section: ArchiveSection | undefined;
  let waiting: string[] = [];
  let bytes = 0;
  const done = { rows: 0, files: 0 };
  const missing_files: string[] = [];
  const write = async () => {
    if (section === undefined || head === undefined) return;
    if ('missing' in section) missing_files.push(section.missing);
    else if ('table' in section) await insertRows(database, tableOf(tables, section), waiting);
    else {
      if (bucket === undefined) throw new Refusal('Some files were in a bucket; set PSA_S3_BUCKET and what goes with it.');
      const content = Buffer.concat(waiting.map((piece) => Buffer.from(JSON.parse(piece) as string, 'base64')));
      if (content.length !== section.size) throw new Refusal(`The file ${section.blob} has ${content.length} of ${section.size} bytes.`);
      if (!isDryRun) await bucket.put(bucketKey(section.service, head.tenant, section.blob), content);
      done.files++;
    }
    waiting = [];
    bytes = 0;
  };
  for await (const line of readArchive(file)) {
    if ('head' in line) await checkHead(database, tables, (head = line.head));
    else if ('section' in line) {
      await write();
      section = line.section;
    } else {
      waiting.push(line.row);
      bytes += line.row.length;
      if (section === undefined || !('table' in section)) continue;
      done.rows++;
      if (waiting.length >= ROWS_AT_ONCE || bytes >= BYTES_AT_ONCE) await write();
    }
  }
  await write();
  if (head === undefined) throw new Refusal(`${file} is empty.`);
  await publishAgain(database, tables, head);
  return { tenant: head.tenant, slug: head.slug, imported: !isDryRun, ...done, missing_files, encryption_keys: head.encryption_keys };
}

function tableOf(tables: readonly TenantTable[], { table, columns }: { table: string; columns: readonly string[] }): TenantTable {
  const found = tables.find(({ name }) => name === table);
  if (found === undefined || columns.toSorted().join() !== found.columns.toSorted().join())
    throw new Refusal(`The archive's ${table} is not the table of this release.`);
  return found;
}

async function insertRows(database: pg.ClientBase, { name, columns }: TenantTable, rows: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  const list = columnList(columns);
  try {
    await database.query(
      `insert into ${quoted(name)} (${list}) select ${list} from json_populate_recordset(null::${quoted(name)}, $1::json)`,
      [`[${rows.join(',')}]`],
    );
  } catch (error) {
    throw new Refusal(`Rows of ${name} cannot be taken: ${(error as Error).message}`);
  }
}

async function checkHead(database: pg.ClientBase, tables: readonly TenantTable[], head: ArchiveHead): Promise<void> {
  const here = await migrationsOf(database);
  const differing = Object.keys({ ...here, ...head.migrations }).filter(
    (service) => here[service]?.join() !== head.migrations[service]?.join(),
  );
  if (differing.length > 0)
    throw new Refusal(
      `The archive is of another release: the tables of ${differing.join(', ')} differ. Bring both installations to the same one.`,
    );
  const { rows } = await database.query<{ slug: string }>('select slug from identity.tenants where slug = $1', [head.slug]);
  if (rows.length > 0) throw new Refusal(`There is a tenant ${head.slug} already.`);
  const left = await countRows(database, tables, head.tenant);
  if (Object.keys(left).length > 0)
    throw new Refusal(`There are rows of the tenant ${head.tenant} already: ${Object.keys(left).join(', ')}.`);
}

async function publishAgain(database: pg.ClientBase, tables: readonly TenantTable[], { tenant, exported_at }: ArchiveHead): Promise<void> {
  for (const { name } of tables.filter((table) => table.name.endsWith('.outbox')))
    await database.query(
      `update ${quoted(name)} set published_at = null where tenant = $1 and created_at > $2::timestamptz - interval '${REPUBLISHED}'`,
      [tenant, exported_at],
    );
}
