import { Kysely, PostgresDialect, sql } from 'kysely';
import { type MigrationResult, Migrator } from 'kysely/migration';
import pg from 'pg';
import { isCitus } from '../citus/citus-nodes.ts';
import { letRolesReachNodes } from '../citus/citus-roles.ts';
import type { Database } from '../driver/database.ts';
import { retryOnCatalogConflict } from '../driver/retry-on-catalog-conflict.ts';
import { LOCK_WAIT_MS, untilLocked } from '../driver/until-locked.ts';
import type { Migration, MigrationProgress } from './migration.ts';
import { runOutsideSteps, withStepsLock } from './run-outside-steps.ts';

export interface MigrateOptions {
  /** Name of the service; its schema has the same name. */
  readonly service: string;
  readonly migrations: Readonly<Record<string, Migration>>;
  /** A role that may create roles and schemas, or a member of the owner role where those exist. */
  readonly adminUrl: string;
  /** The roles' passwords are taken from these. */
  readonly appUrl: string;
  readonly workerUrl: string;
  /** Told of steps outside of a transaction, which may take long; each is a line of the log when undefined. */
  readonly onProgress?: (progress: MigrationProgress) => void;
}

export type RoleOptions = Omit<MigrateOptions, 'migrations' | 'onProgress'>;

const BOOTSTRAP_LOCK = 7_306_151;
const BOOTSTRAP_WAIT_MS = 60_000;
const MIGRATION_TABLE = 'kysely_migration';

/**
 * Brings a service's roles, schema and tables to the newest version. Safe to run twice and from several places at once.
 * @returns names of the migrations that ran now
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: options.adminUrl, max: 2 });
  // An idle connection that breaks is not missed; without a listener its error would end the process.
  pool.on('error', () => {});
  const { service } = options;
  try {
    await assertUtf8(pool);
    await retryOnCatalogConflict(() => createRolesAndSchema(pool, options));
    const isOnCitus = await isCitus(pool);
    const db = new Kysely<unknown>({
      dialect: new PostgresDialect({
        pool,
        onCreateConnection: async (connection) => {
          await connection.executeQuery(sql.raw(`set role psa_${service}_owner`).compile(db));
          await connection.executeQuery(sql.raw(`set search_path to ${service}, public`).compile(db));
          await connection.executeQuery(sql.raw(`set lock_timeout to ${LOCK_WAIT_MS}`).compile(db));
          if (isOnCitus) await connection.executeQuery(sql.raw('set citus.enable_unsafe_triggers to on').compile(db));
        },
      }),
    });
    const results = await migrateInParts(db, options);
    await db.transaction().execute(async (tx) => {
      // Services that are migrated at once queue for it, longer than a migration may wait for a table.
      await sql.raw(`set local lock_timeout to ${BOOTSTRAP_WAIT_MS}`).execute(tx);
      await sql`select pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`.execute(tx);
      await sql.raw(`grant select on ${MIGRATION_TABLE} to psa_${service}_app`).execute(tx);
    });
    return results.map(({ migrationName }) => migrationName);
  } finally {
    await pool.end();
  }
}

/**
 * Creates a service's roles with their passwords, and nothing else. A dump of the database names the roles in owners, grants and
 * policies without bringing them: on a new server they have to be there before it is restored.
 */
export async function createRoles(options: RoleOptions): Promise<void> {
  const pool = new pg.Pool({ connectionString: options.adminUrl, max: 1 });
  pool.on('error', () => {});
  try {
    await assertUtf8(pool);
    await retryOnCatalogConflict(() => inBootstrapTransaction(pool, (client) => createLoginRoles(client, options)));
  } finally {
    await pool.end();
  }
}

/** A migration that its database refused; it was rolled back. */
export class MigrationError extends Error {
  readonly migration: string;
  /** Whether it may succeed when it is run again as it is: the database was away, overloaded, or held by others. */
  readonly isTransient: boolean;

  constructor(service: string, migration: string, cause: unknown) {
    super(`${service}: migration ${migration} failed: ${(cause as Error).message}`, { cause });
    this.name = 'MigrationError';
    this.migration = migration;
    this.isTransient = isTransient(cause);
  }
}

/** SQLSTATE classes: connection, rollback by deadlock, resources, object in use, shutdown of the server. */
const TRANSIENT_CLASSES = ['08', '40', '53', '55', '57'];

/** Whether a statement failed for what may pass by itself; what never reached the server has no SQLSTATE. */
export function isTransient(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return (error as Error).message.startsWith('Connection terminated');
  return /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code) ? TRANSIENT_CLASSES.includes(code.slice(0, 2)) : true;
}

/** Migrations the code knows and the database has not had, as the service's own role sees it; what readiness asks. */
export async function pendingMigrations(database: Database, known: Readonly<Record<string, Migration>>): Promise<string[]> {
  const applied = await database.query<{ name: string }>(`select name from ${MIGRATION_TABLE}`);
  return Object.keys(known).filter((name) => applied.every((row) => row.name !== name));
}

/** Migrates in one transaction as far as no migration has steps outside of one, then runs those, and goes on. */
async function migrateInParts(db: Kysely<unknown>, options: MigrateOptions): Promise<MigrationResult[]> {
  const { service, migrations, onProgress = logProgress } = options;
  const migratorOf = (some: Readonly<Record<string, Migration>>) =>
    new Migrator({
      db,
      provider: { getMigrations: async () => ({ ...some }) },
      migrationTableSchema: service,
      migrationTableName: MIGRATION_TABLE,
      // Areas number theirs apart: a new one may stand before some that have run. It must not need what those after it make.
      allowUnorderedMigrations: true,
    });
  const pendingNames = async () =>
    (await migratorOf(migrations).getMigrations()).filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
  const hasSteps = (name: string) => migrations[name]?.outside !== undefined;
  const results: MigrationResult[] = [];
  while ((await pendingNames()).some(hasSteps))
    await withStepsLock(options, async (watching) => {
      // Asked under the lock: another process may have run some, and none runs any meanwhile.
      const pending = await pendingNames();
      const next = pending.find(hasSteps);
      if (next === undefined) return;
      const later = new Set(pending.slice(pending.indexOf(next)));
      const upTo = (last: boolean) =>
        Object.fromEntries(Object.entries(migrations).filter(([name]) => !later.has(name) || (last && name === next)));
      results.push(...(await migrateToLatest(migratorOf(upTo(false)), service)));
      try {
        await runOutsideSteps({ db, watching, service, migration: next, steps: migrations[next]?.outside ?? [], onProgress });
      } catch (error) {
        throw new MigrationError(service, next, error);
      }
      results.push(...(await migrateToLatest(migratorOf(upTo(true)), service)));
    });
  return [...results, ...(await migrateToLatest(migratorOf(migrations), service))];
}

function logProgress(progress: MigrationProgress): void {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), level: 'info', ...progress, msg: 'migrating' })}\n`);
}

/** Migrates; a migration that did not get its locks is rolled back and tried again. */
async function migrateToLatest(migrator: Migrator, service: string): Promise<MigrationResult[]> {
  let failed: MigrationResult | undefined;
  try {
    return await untilLocked(async () => {
      const { error, results = [] } = await migrator.migrateToLatest();
      failed = results.find(({ status }) => status === 'Error');
      if (error !== undefined) throw error as Error;
      return results;
    });
  } catch (error) {
    throw failed === undefined ? error : new MigrationError(service, failed.migrationName, error);
  }
}

/** Any other encoding comes to light much later, with the first text that does not fit. */
async function assertUtf8(pool: pg.Pool): Promise<void> {
  const {
    rows: [row],
  } = await pool.query<{ encoding: string }>(
    'select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()',
  );
  if (row?.encoding !== 'UTF8') throw new Error(`The database is encoded in ${row?.encoding}; make it with encoding 'UTF8'`);
}

function createRolesAndSchema(pool: pg.Pool, options: MigrateOptions): Promise<void> {
  const { service } = options;
  return inBootstrapTransaction(pool, async (client) => {
    await createLoginRoles(client, options);
    await client.query('revoke create on schema public from public');
    for (const extension of ['pg_trgm', 'btree_gin', 'btree_gist'])
      await client.query(`create extension if not exists ${extension} schema public`);
    await client.query(`create schema if not exists ${service} authorization psa_${service}_owner`);
    await client.query(`grant usage on schema ${service} to psa_${service}_app, psa_${service}_worker`);
  });
}

/** Two services of one database, or two replicas of one service, must not create the same things at the same moment. */
async function inBootstrapTransaction(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [BOOTSTRAP_LOCK]);
    await work(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function createLoginRoles(client: pg.PoolClient, { service, adminUrl, appUrl, workerUrl }: RoleOptions): Promise<void> {
  const isOnCitus = await isCitus(client);
  await createRole(client, `psa_${service}_owner`, isOnCitus ? '' : 'nologin');
  await createRole(client, `psa_${service}_app`, await login(adminUrl, appUrl));
  await createRole(client, `psa_${service}_worker`, await login(adminUrl, workerUrl));
  const {
    rows: [database],
  } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  for (const role of [`psa_${service}_app`, `psa_${service}_worker`]) {
    const settings = {
      search_path: service,
      timezone: 'UTC',
      statement_timeout: '15s',
      lock_timeout: '5s',
      idle_in_transaction_session_timeout: '30s',
    };
    for (const [name, value] of Object.entries(settings)) {
      await client.query(`alter role ${role} in database ${database?.name} set ${name} = '${value}'`);
    }
  }
  if (isOnCitus) await letRolesReachNodes(client, service);
}

/** What a role is that logs in. Its password only where it is another now: set anew it is salted anew, and poolers that kept what they log in with are shut out. */
async function login(adminUrl: string, url: string): Promise<string> {
  const attributes = 'login nobypassrls nosuperuser nocreatedb nocreaterole';
  if (await letsIn(adminUrl, url)) return attributes;
  return `${attributes} password ${pg.escapeLiteral(decodeURIComponent(new URL(url).password))}`;
}

/** Whether the role of a URL gets in with its password; asked of the server itself, for the URL may be a pooler's. */
async function letsIn(adminUrl: string, url: string): Promise<boolean> {
  const { username, password } = new URL(url);
  const client = new pg.Client({
    connectionString: Object.assign(new URL(adminUrl), { username, password }).href,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function createRole(client: pg.PoolClient, role: string, attributes: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  await client.query(`${rowCount === 0 ? 'create' : 'alter'} role ${role} ${attributes}`);
  // The migrating role has to be able to act as the owner, also where it is not a superuser.
  if (role.endsWith('_owner')) await client.query(`grant ${role} to current_user`);
}
