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
  const matching = '(text like $1 or text like $2)';
  const definer = `language plpgsql stable security definer set search_path = ${service}, public, pg_temp set jit = off`;
  const signatures = [`${name}_walk(text, text)`, `${name}_ids(text, text)`, `${name}_find(text, text, integer)`];
  const statements = [
    // The tenant first: a text that is common in other tenants costs this one nothing.
    `create index ${name}_text on ${name} using gin (tenant, text gin_trgm_ops)`,
    `create or replace function search_text(given text) returns text language sql immutable parallel safe
      return lower(normalize(coalesce(given, ''), nfkc))`,
    // Only EXECUTE may use several workers.
    `create function ${name}_walk(one text, other text, out total bigint) ${definer} set enable_bitmapscan = off as $$
      begin
        execute 'select count(*) ${ofTenant} and ${matching}' into total using one, other;
      end $$`,
    `create function ${name}_ids(one text, other text) returns setof uuid rows 10000 ${definer} as $$
      begin
        return query execute 'select ${key} ${ofTenant} and ${matching}' using one, other;
      end $$`,
    // Postgres keeps statistics from a table with policies: whether a text is everywhere, and the index no help, a sample tells.
    `create function ${name}_find(one text, other text, most integer, out is_common boolean, out ids uuid[], out total bigint) ${definer} as $$
      begin
        execute 'select count(*) from (select text ${ofTenant} order by ${key} limit 500) sample where ${matching}' into total using one, other;
        is_common := total > 150;
        if not is_common then
          execute 'select coalesce(array_agg(${key}), ''{}''), count(*) ${ofTenant} and ${matching}' into ids, total using one, other;
          if total > most then
            ids := null;
          end if;
        else
          total := ${name}_walk(one, other);
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

/** So many rows are fetched by their ids and sorted; of more it is quicker to walk the wanted order until the page is full. */
const FEW = 2_000;

interface Found {
  readonly one: string;
  readonly other: string | null;
  readonly is_common: boolean;
  readonly ids: string[] | null;
  readonly total: number;
}

/**
 * The condition that a row's text contains the given one, whatever its case and composition.
 * @param table the searched table as the statement names it
 * @param other a second text, of which to contain is enough
 */
export async function textCondition(db: ScopeCore, { name, key }: TextIndex, table: string, text: string, other?: string): Promise<TextCondition> {
  const { rows: [found] } = await db.execute<Found>({
    text: `select one, other, is_common, ids, total
      from (select search_text($1) as one, case when $2::text is not null then search_text($2) end as other) folded, ${name}_find(one, other, $3)`,
    name: `psa_find_${name}`,
  }, [textPattern(text), other === undefined ? null : textPattern(other), FEW]);
  if (found === undefined) throw new Error(`${name}_find gave no row`);
  const id = sql.ref(`${table}.${key}`);
  const count = found.total;
  if (found.ids !== null) {
    const condition = sql<SqlBool>`${id} in (select unnest(${found.ids}::uuid[]))`;
    return { condition, perRow: condition, count };
  }
  const condition = sql<SqlBool>`${id} in (select ${sql.id(`${name}_ids`)}(${found.one}, ${found.other}))`;
  // Of these two Postgres could make a join, which reads all that match before the first row is there. IS TRUE makes it a look
  // into a hash; a value, a look into the texts.
  if (!found.is_common) return { condition, perRow: sql`(${condition}) is true`, count };
  return {
    condition, count,
    perRow: sql`coalesce((select found.text like ${found.one} or found.text like ${found.other} from ${sql.table(name)} found
      where found.tenant = ${sql.ref(`${table}.tenant`)} and found.${sql.ref(key)} = ${id}), false)`,
  };
}

/** A pattern for `search_text`, which folds it as it folded the texts. Composed first: a full-width % becomes an ordinary one. */
export function textPattern(text: string): string {
  return containsPattern(text.normalize('NFKC'));
}
