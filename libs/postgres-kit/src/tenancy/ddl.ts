import { type Kysely, sql } from 'kysely';

/** Migrations run against a schema whose row types they do not share with the code of today. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type MigrationDb = Kysely<any>;

/** The tenant of the session, as SQL; null when none is set. */
export const SESSION_TENANT = "nullif(current_setting('app.tenant', true), '')::uuid";

/** The policy by which a service's own role sees the rows of the session's tenant and no others. */
export const TENANT_POLICY = 'tenant_isolation';

export interface TenantTableOptions {
  /** Columns of the primary key after the tenant. */
  readonly key: readonly string[];
  /** Column definitions and table constraints without the tenant, as SQL. */
  readonly columns: string;
  /** What the service's own role may do; reading and writing when absent. */
  readonly grants?: string;
  /** What background work may do across tenants, such as `select`; nothing when absent. */
  readonly workerGrants?: string;
  /** Further indexes by name: what follows `on <table>`, such as `(changed_at) where state <> 'kept'`. */
  readonly indexes?: Readonly<Record<string, string>>;
  /** How columns are stored whose values are compressed already: as they are. */
  readonly uncompressed?: readonly string[];
}

/**
 * Creates a table the one way there is: the tenant first in the primary key and filled from the session, row-level security
 * forced, rights only for the service's roles. An unset tenant gives null, and so no rows: it fails closed. Migrations, which
 * act as the owner, see every tenant's rows: forced on them too, a backfill would change nothing and say nothing.
 * @param db the migration's connection, with the service's schema first in the search path
 * @param service owner of the schema; its roles are `psa_<service>_app` and `psa_<service>_worker`
 */
export async function createTenantTable(db: MigrationDb, service: string, name: string, options: TenantTableOptions): Promise<void> {
  const app = `psa_${service}_app`;
  const statements = [
    `create table ${name} (tenant uuid not null default ${SESSION_TENANT}, ${options.columns}, primary key (tenant, ${options.key.join(', ')}))`,
    `alter table ${name} enable row level security`,
    `alter table ${name} force row level security`,
    `create policy ${TENANT_POLICY} on ${name} to ${app} using (tenant = ${SESSION_TENANT}) with check (tenant = ${SESSION_TENANT})`,
    `create policy migrations on ${name} to psa_${service}_owner using (true) with check (true)`,
    `grant ${options.grants ?? 'select, insert, update, delete'} on ${name} to ${app}`,
  ];
  for (const [index, definition] of Object.entries(options.indexes ?? {}))
    statements.push(`create index ${index} on ${name} ${definition}`);
  for (const column of options.uncompressed ?? []) statements.push(storeAsIs(name, column));
  for (const statement of statements) await sql.raw(statement).execute(db);
  if (options.workerGrants !== undefined) await openToWorker(db, service, name, options.workerGrants);
  await sql.raw(spreadAsOthers(name)).execute(db);
}

/** Where the tenants of a service are spread over nodes, those of a new table lie beside the rest of them. */
function spreadAsOthers(table: string): string {
  // Each condition by itself: a server without Citus does not know the table of the second one.
  return `do $$ begin
    if to_regclass('pg_catalog.pg_dist_partition') is null then return; end if;
    if not exists (select from pg_dist_partition where logicalrelid = to_regclass('outbox') and partmethod = 'h') then return; end if;
    perform create_distributed_table('${table}', 'tenant', colocate_with => 'outbox');
    alter policy ${TENANT_POLICY} on ${table} using (${asTest(`tenant = ${SESSION_TENANT}`)});
  end $$`;
}

/**
 * A policy's condition for tables whose tenants lie on several nodes. Beside the tenant that a statement names, Postgres makes of a
 * policy that compares the tenant a condition that depends on no row, and of outer joins with such a one Citus takes none on Postgres
 * 15 and 16. What is cast to a number is left alone. Postgres expects it to let nearly all rows through, as it does those of the tenant
 * that the statement names; of `is true` it would expect to leave one row in as many as there are tenants, and plan joins for so few.
 */
export function asTest(condition: string): string {
  return `(${condition})::integer <> 0`;
}

/** How a column is stored costs time alone; of tables on another node Citus does not change it. */
function storeAsIs(table: string, column: string): string {
  return `do $$ begin
    alter table ${table} alter column ${column} set storage external;
  exception when feature_not_supported then null;
  end $$`;
}

/**
 * Lets background work reach a table of tenants that it could not reach so far.
 * @param grants such as `select, delete`
 */
export async function openToWorker(db: MigrationDb, service: string, name: string, grants: string): Promise<void> {
  const worker = `psa_${service}_worker`;
  await sql.raw(`create policy background_work on ${name} to ${worker} using (true) with check (true)`).execute(db);
  await sql.raw(`grant ${grants} on ${name} to ${worker}`).execute(db);
}

/** The tables every service has: outbox, inbox, dead letters, idempotency keys, row counts, and the relay's memory of its stream. */
export async function createKitTables(db: MigrationDb, service: string): Promise<void> {
  await createTenantTable(db, service, 'outbox', {
    key: ['event_id'],
    columns: `event_id uuid not null, position bigint generated always as identity, subject text not null, envelope text not null,
      created_at timestamptz(3) not null default now(), published_at timestamptz(3)`,
    grants: 'select, insert',
    workerGrants: 'select, update, delete',
    indexes: { outbox_unpublished: '(position) where published_at is null', outbox_created: 'using brin (created_at)' },
  });
  await createTenantTable(db, service, 'inbox', {
    key: ['consumer', 'event_id'],
    columns: 'consumer text not null, event_id uuid not null, handled_at timestamptz(3) not null default now()',
    grants: 'select, insert',
    workerGrants: 'select, delete',
    indexes: { inbox_handled: '(handled_at)' },
  });
  await createTenantTable(db, service, 'dead_letters', {
    key: ['consumer', 'event_id'],
    columns: `consumer text not null, event_id uuid not null, subject text not null, envelope text not null, error text not null,
      attempts integer not null, failed_at timestamptz(3) not null default now()`,
    grants: 'select',
    workerGrants: 'select, insert, update, delete',
  });
  await createTenantTable(db, service, 'idempotency_keys', {
    key: ['actor_id', 'key'],
    columns: `actor_id text not null, key text not null, fingerprint text not null, claim_id uuid not null, claimed_until timestamptz(3) not null,
      status smallint, headers jsonb, body text, created_at timestamptz(3) not null default now()`,
    workerGrants: 'select, delete',
    indexes: { idempotency_keys_created: '(created_at)' },
  });
  await createTenantTable(db, service, 'row_counts', {
    key: ['table_name', 'slot'],
    columns: 'table_name text not null, slot smallint not null, rows bigint not null',
    workerGrants: 'select',
  });
  await sql
    .raw(
      'create table relay_state (stream text primary key, stream_created text not null, last_sequence bigint not null, seen_at timestamptz(3) not null)',
    )
    .execute(db);
  await sql.raw(`grant select, insert, update on relay_state to psa_${service}_worker`).execute(db);
}

/** What a service needs that keeps its tenants' secrets: their data keys, which say nothing without the installation's own. */
export async function createSecretTables(db: MigrationDb, service: string): Promise<void> {
  await createTenantTable(db, service, 'data_keys', {
    key: ['data_key_id'],
    columns: `data_key_id uuid not null, key_encryption_key text not null, wrapped_key text not null,
      created_at timestamptz(3) not null default now(), retired_at timestamptz(3)`,
    workerGrants: 'select',
  });
  await sql.raw('create unique index data_keys_current on data_keys (tenant) where retired_at is null').execute(db);
}
