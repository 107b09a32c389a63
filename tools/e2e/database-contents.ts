import type pg from 'pg';

/** What a database holds of the product, in a form that can be compared. */
export interface DatabaseContents {
  /** Each policy with what it says. */
  readonly policies: readonly unknown[];
  /** Who may do what with each table and schema. */
  readonly grants: readonly unknown[];
  /** Number and checksum of the rows of each table. */
  readonly rows: Readonly<Record<string, { readonly count: number; readonly checksum: string }>>;
}

const POLICIES = `select schemaname, tablename, policyname, permissive, roles::text[], cmd, qual, with_check from pg_policies
  where schemaname = any($1) order by 1, 2, 3`;
const GRANTS = `select n.nspname || '.' || c.relname as name, pg_get_userbyid(c.relowner) as owner, c.relrowsecurity, c.relforcerowsecurity,
    array(select a.grantee::regrole || ' ' || a.privilege_type from aclexplode(c.relacl) a order by 1) as rights
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'S')
  union all
  select n.nspname, pg_get_userbyid(n.nspowner), null, null,
    array(select a.grantee::regrole || ' ' || a.privilege_type from aclexplode(n.nspacl) a order by 1)
  from pg_namespace n where n.nspname = any($1) order by 1`;
const TABLES = `select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any($1) and c.relkind = 'r' order by 1`;

/** Reads what schemas hold, as it is for the transaction the connection is in. */
export async function contentsOf(database: pg.ClientBase, schemas: readonly string[]): Promise<DatabaseContents> {
  const list = async <Row extends object>(text: string) => (await database.query<Row>(text, [schemas])).rows;
  const tables = await list<{ name: string; quoted: string }>(TABLES);
  const each = tables.map(
    ({ name, quoted }) =>
      `select '${name}' as name, count(*)::int as count, md5(coalesce(string_agg(t::text, e'\\n' order by t::text), '')) as checksum from ${quoted} t`,
  );
  const { rows } = await database.query<{ name: string; count: number; checksum: string }>(each.join(' union all '));
  return {
    policies: await list(POLICIES),
    grants: await list(GRANTS),
    rows: Object.fromEntries(rows.map(({ name, ...found }) => [name, found])),
  };
}
