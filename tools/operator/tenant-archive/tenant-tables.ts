import type pg from 'pg';
import { databaseServices } from '../../local/services.ts';

/** A table with rows of tenants, as the database's catalogue has it. */
export interface TenantTable {
  /** With its schema. */
  readonly name: string;
  /** Which tenant a row is of. */
  readonly tenantColumn: string;
  /** What is written: neither what Postgres computes nor what it counts. */
  readonly columns: readonly string[];
  /** Rows in the order in which they were written, where that is told, else in that of their key. */
  readonly order: readonly string[];
  readonly hasBytes: boolean;
}

const TABLES = `
  select n.nspname || '.' || c.relname as name,
    (array_agg(a.attname::text order by a.attname) filter (where a.attname in ('tenant', 'tenant_id')))[1] as "tenantColumn",
    array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '' and a.attidentity = '') as columns,
    coalesce(array_agg(a.attname::text) filter (where a.attidentity <> ''),
      (select array_agg(k.attname::text order by p.place) from pg_index i, unnest(i.indkey) with ordinality as p (number, place)
        join pg_attribute k on k.attnum = p.number where i.indrelid = c.oid and i.indisprimary and k.attrelid = c.oid), '{}') as "order",
    bool_or(a.atttypid = 'bytea'::regtype) as "hasBytes"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
  group by c.oid, n.nspname, c.relname having bool_or(a.attname in ('tenant', 'tenant_id')) order by 1`;

/** Every table of the services that has rows of tenants: of a service that comes later too. */
export async function tenantTables(database: pg.ClientBase): Promise<TenantTable[]> {
  return (await database.query<TenantTable>(TABLES, [databaseServices.map(({ name }) => name)])).rows;
}

/** A table's name as SQL: one schema is called like a type. */
export function quoted(name: string): string {
  return name
    .split('.')
    .map((part) => columnList([part]))
    .join('.');
}

/** Names of columns as SQL. */
export function columnList(columns: readonly string[]): string {
  return columns.map((column) => `"${column.replaceAll('"', '""')}"`).join(', ');
}

/** Rows of a tenant by table, of tables that have any. */
export async function countRows(database: pg.ClientBase, tables: readonly TenantTable[], tenant: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name, tenantColumn } of tables) {
    const { rows } = await database.query<{ count: string }>(
      `select count(*) from ${quoted(name)} where ${columnList([tenantColumn])} = $1`,
      [tenant],
    );
    if (rows[0]!.count !== '0') counts[name] = Number(rows[0]!.count);
  }
  return counts;
}

/** The migrations of each service: two installations with the same ones have the same tables. */
export async function migrationsOf(database: pg.ClientBase): Promise<Record<string, string[]>> {
  const migrations: Record<string, string[]> = {};
  for (const { name } of databaseServices) {
    const { rows } = await database.query<{ name: string }>(`select name from "${name}".kysely_migration order by name`);
    migrations[name] = rows.map((row) => row.name);
  }
  return migrations;
}
