import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { createTenantTable, type MigrationDb, SESSION_TENANT } from './ddl.ts';
import { containsPattern } from './text-search.ts';
import type { ScopeCore } from './tenant-scope.ts';

/**
 * Finding rows by a part of their text. ILIKE is not leakproof: under row-level security Postgres evaluates it only after the
 * policy and so never by a trigram index. The texts are therefore kept in a table beside their rows, and a function of the
 * schema's owner, which knows the session's tenant and nothing else, looks into its index.
 */
export interface TextIndex {
  /** Name of the index table. */
  readonly name: string;
  /** Table whose rows are found, and its key after the tenant, which the index table shares. */
  readonly of: string;
  readonly key: string;
}

/**
 * Creates the index table with its function; the service fills `text` by triggers, each piece through `search_text`.
 * @param db the migration's connection
 */
export async function createTextIndex(db: MigrationDb, service: string, { name, of, key }: TextIndex): Promise<void> {
  await createTenantTable(db, service, name, {
    key: [key],
    columns: `${key} uuid not null, text text not null, foreign key (tenant, ${key}) references ${of} on delete cascade`,
  });
  const ofTenant = `from ${service}.${name} where tenant = ${SESSION_TENANT.replaceAll("'", "''")}`;
  const definer = `language plpgsql stable security definer set search_path = ${service}, public, pg_temp set jit = off`;
  const signatures = [`${name}_walk(text)`, `${name}_find(text, integer)`];
  const statements = [
    // The tenant first: a text that is common in other tenants costs this one nothing.
    `create index ${name}_text on ${name} using gin (tenant, text gin_trgm_ops)`,
    `create or replace function search_text(given text) returns text language sql immutable parallel safe
      return lower(normalize(coalesce(given, ''), nfkc))`,
    // Only EXECUTE may use several workers.
    `create function ${name}_walk(folded text, out total bigint) ${definer} set enable_bitmapscan = off as $$
      begin
        execute 'select count(*) ${ofTenant} and text like $1' into total using folded;
      end $$`,
    // Postgres keeps statistics from a table with policies: whether a text is everywhere, and the index no help, a sample tells.
    `create function ${name}_find(given text, most integer, out folded text, out ids uuid[], out total bigint) ${definer} as $$
      begin
        folded := search_text(given);
        execute 'select count(*) from (select text ${ofTenant} order by ${key} limit 500) sample where text like $1' into total using folded;
        if total > 150 then
          total := ${name}_walk(folded);
          return;
        end if;
        execute 'select coalesce(array_agg(id), ''{}'') from (select ${key} as id ${ofTenant} and text like $1 limit $2) first' into ids using folded, most + 1;
        total := cardinality(ids);
        if total > most then
          ids := null;
          execute 'select count(*) ${ofTenant} and text like $1' into total using folded;
        end if;
      end $$`,
    ...signatures.flatMap((signature) => [
      `revoke execute on function ${signature} from public`, `grant execute on function ${signature} to psa_${service}_app`,
    ]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Which rows a text was found in. */
export interface TextCondition {
  /** For rows that are counted, or sorted by what no index has in order. */
  readonly condition: RawBuilder<SqlBool>;
  /** The same, looked up row by row: for the first rows in an order that an index has. */
  readonly perRow: RawBuilder<SqlBool>;
  /** How many rows pass it, where that is known. */
  readonly count: number | undefined;
}

/** Above this it is quicker to walk the wanted order and look each row up than to fetch and sort all that match. */
const FEW = 2_000;

/**
 * The condition that a row's text contains one of the given ones, whatever their case and composition.
 * @param table the searched table as the statement names it
 */
export async function textCondition(db: ScopeCore, index: TextIndex, table: string, ...texts: readonly string[]): Promise<TextCondition> {
  const found = await Promise.all([...new Set(texts)].map((text) => findText(db, index, table, text)));
  const [first] = found;
  if (first !== undefined && found.length === 1) return first;
  const any = (conditions: RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
  return { condition: any(found.map(({ condition }) => condition)), perRow: any(found.map(({ perRow }) => perRow)), count: undefined };
}

/** Few rows are named by their ids; of many it is only said what they contain. */
async function findText(db: ScopeCore, { name, key }: TextIndex, table: string, text: string): Promise<TextCondition> {
  const id = sql.ref(`${table}.${key}`);
  const { rows: [found] } = await db.execute<{ folded: string; ids: string[] | null; total: number }>(
    { text: `select folded, ids, total from ${name}_find($1, $2)`, name: `psa_find_${name}` }, [textPattern(text), FEW],
  );
  if (found === undefined) throw new Error(`${name}_find gave no row`);
  const { folded, ids, total } = found;
  if (ids !== null) {
    const named = sql<SqlBool>`${id} = any(${ids}::uuid[])`;
    return { condition: named, perRow: named, count: total };
  }
  const ofRow = sql`from ${sql.table(name)} found where found.tenant = ${sql.ref(`${table}.tenant`)} and found.${sql.ref(key)} = ${id}`;
  return {
    condition: sql`exists (select ${ofRow} and found.text like ${folded})`,
    // A value and not an EXISTS: that one Postgres may turn into a join, which reads all that match before the first is there.
    perRow: sql`(select found.text like ${folded} ${ofRow})`,
    count: total,
  };
}

/** A pattern for `search_text`, which folds it as it folded the texts. Composed first: a full-width % becomes an ordinary one. */
export function textPattern(text: string): string {
  return containsPattern(text.normalize('NFKC'));
}
