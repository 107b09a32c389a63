import { clockSkew } from '@psa/postgres-kit';
import type pg from 'pg';
import { databaseServices } from '../../local/services.ts';
import { type Finding, unlessAny } from './finding.ts';

/** Difference of clocks, in seconds, from which on tokens and signatures are refused that should not be. */
const CLOCKS_MAY_DIFFER = 5;

const LOOSE = `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant' and not a.attisdropped
  where n.nspname = any($1) and c.relkind in ('r', 'p') and not (c.relrowsecurity and c.relforcerowsecurity) order by 1`;
const WITHOUT_POLICY = `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($1) and c.relkind in ('r', 'p') and c.relrowsecurity and not c.relispartition
    and not exists (select from pg_policy p where p.polrelid = c.oid) order by 1`;
const ROLES = `select wanted.role as name from unnest($1::text[]) as wanted (role) left join pg_roles r on r.rolname = wanted.role
  where r.rolname is null or r.rolsuper or r.rolbypassrls or r.rolcreaterole order by 1`;
const WITHOUT_GRANT = `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_roles app on app.rolname = 'psa_' || n.nspname || '_app' join pg_roles worker on worker.rolname = 'psa_' || n.nspname || '_worker'
  where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition and c.relname not like 'kysely%'
    and not (has_table_privilege(app.oid, c.oid, 'select') or has_table_privilege(worker.oid, c.oid, 'select')) order by 1`;

/**
 * The clock, the roles, the walls between tenants and the migrations of an installation's database.
 * @param declared names of the migrations by service, as the sources have them
 */
export async function checkDatabase(database: pg.ClientBase, declared: Readonly<Record<string, readonly string[]>>): Promise<Finding[]> {
  const schemas = databaseServices.map(({ name }) => name);
  const names = async (text: string, values: readonly unknown[]) =>
    (await database.query<{ name: string }>(text, [...values])).rows.map(({ name }) => name);
  const roles = schemas.flatMap((name) => [`psa_${name}_owner`, `psa_${name}_app`, `psa_${name}_worker`]);
  return [
    await checkClock(database),
    await checkTls(database),
    ...(await checkMigrations(database, declared)),
    unlessAny('roles', await names(ROLES, [roles]), {
      well: `${roles.length} roles, none with more rights than it needs`,
      advice: 'Missing, or with rights around row-level security: run psa roles, and alter role … nosuperuser nobypassrls nocreaterole.',
    }),
    unlessAny('grants', await names(WITHOUT_GRANT, [schemas]), {
      well: 'each table can be read by a role of its service',
      advice: 'Nobody may read these: a dump was restored without its roles. Create them (psa roles) and restore again.',
    }),
    unlessAny('walls', [...(await names(LOOSE, [schemas])), ...(await names(WITHOUT_POLICY, [schemas]))], {
      well: 'row-level security is forced on each table of tenants',
      advice:
        'Tenants are not kept apart there, or nobody gets in: alter table … force row level security, and compare the policies with a new database.',
    }),
  ];
}

async function checkClock(database: pg.ClientBase): Promise<Finding> {
  const differs = -(await clockSkew(async (text) => (await database.query<{ ms: string }>(text)).rows)) / 1000;
  const detail = `the database's clock is ${Math.abs(differs).toFixed(1)} s ${differs < 0 ? 'behind' : 'ahead of'} this machine's`;
  if (Math.abs(differs) <= CLOCKS_MAY_DIFFER) return { check: 'clock', state: 'ok', detail };
  return {
    check: 'clock',
    state: 'fault',
    detail,
    advice: 'Set both by NTP: tokens last 60 seconds, and leases and timers are told by the database.',
  };
}

async function checkTls(database: pg.ClientBase): Promise<Finding> {
  const { rows } = await database.query<{ ssl: boolean | null; isLocal: boolean }>(
    `select (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as ssl,
      coalesce(inet_client_addr() << '127.0.0.0/8' or inet_client_addr() = '::1', true) as "isLocal"`,
  );
  const { ssl, isLocal } = rows[0]!;
  if (ssl === true) return { check: 'tls of the database', state: 'ok', detail: 'encrypted' };
  if (isLocal) return { check: 'tls of the database', state: 'ok', detail: 'not encrypted, on this machine alone' };
  return {
    check: 'tls of the database',
    state: 'warning',
    detail: 'what services and the database say is not encrypted',
    advice: 'Append ?sslmode=verify-full&sslrootcert=<path> to the addresses of the database.',
  };
}

async function checkMigrations(database: pg.ClientBase, declared: Readonly<Record<string, readonly string[]>>): Promise<Finding[]> {
  const pending: string[] = [];
  const unknown: string[] = [];
  for (const [service, names] of Object.entries(declared)) {
    const there = await database.query<{ there: boolean }>('select to_regclass($1) is not null as there', [`${service}.kysely_migration`]);
    const run = there.rows[0]!.there
      ? (await database.query<{ name: string }>(`select name from "${service}".kysely_migration`)).rows.map(({ name }) => name)
      : [];
    pending.push(...names.filter((name) => !run.includes(name)).map((name) => `${service} ${name}`));
    unknown.push(...run.filter((name) => !names.includes(name)).map((name) => `${service} ${name}`));
  }
  return [
    unlessAny('migrations', pending, {
      well: 'all that this release has were run',
      advice: 'Not run yet: psa migrate, or the migration jobs.',
    }),
    unlessAny('newer migrations', unknown, {
      well: 'none of a later release',
      advice: 'The database is of a later release than this one: use the images of that release.',
      state: 'warning',
    }),
  ];
}
