import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { createTenantTable, type MigrationDb, SESSION_TENANT } from '../tenancy/ddl.ts';
import { containsPattern } from './text-search.ts';
import type { ScopeCore } from '../tenancy/tenant-scope.ts';

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

/** Texts that are looked at to judge how common one is. */
const SAMPLE = 500;
/** So many hits in the sample, and the walk through all texts counts quicker than the index. */
const COMMON = 150;
/** So many, and the first rows of an order are found quicker by looking each up than by finding all. */
const FREQUENT = 25;
/** Ids that took a walk to find are handed on where they are so many times as many: it is not walked a second time. */
const WORTH_A_WALK = 3;
/** Of a pattern with its wildcards: three letters make a trigram. */
const SHORTEST = 5;

/**
 * Creates the index table with its functions; the service fills `text` by triggers, each piece through `search_text`.
 * @param db the migration's connection
 */
export async function createTextIndex(db: MigrationDb, service: string, index: TextIndex): Promise<void> {
  const { name, of, key } = index;
  await createTenantTable(db, service, name, {
    key: [key],
    columns: `${key} uuid not null, text text not null, foreign key (tenant, ${key}) references ${of} on delete cascade`,
  });
  const statements = [
    // The tenant first: a text that is common in other tenants costs this one nothing.
    `create index ${name}_text on ${name} using gin (tenant, text gin_trgm_ops)`,
    `create or replace function search_text(given text) returns text language sql immutable parallel safe
      return lower(normalize(coalesce(given, ''), nfkc))`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  await createTextFunctions(db, service, index);
}

/**
 * Creates the functions that look into an index, or puts today's in the place of earlier ones; functions with other parameters
 * stay for the instances that still call them.
 * @param db the migration's connection
 */
export async function createTextFunctions(db: MigrationDb, service: string, { name, key }: TextIndex): Promise<void> {
  const ofTenant = `from ${service}.${name} where tenant = ' || (${THIS_TENANT}) || '`;
  const matching = '(text like $1 or text like $2)';
  const found = `${ofTenant} and (strpos(text, $1) > 0 or strpos(text, $2) > 0)`;
  const plain = `${withoutPattern('one')}, ${withoutPattern('other')}`;
  const definer = `language plpgsql stable security definer set search_path = ${service}, public, pg_temp set jit = off`;
  // Only EXECUTE may use several workers, and a hundred thousand texts are worth one.
  const walking = `${definer} set enable_bitmapscan = off set parallel_setup_cost = 100`;
  const functions: readonly (readonly [signature: string, definition: string])[] = [
    [
      `${name}_walk(text, text)`,
      `${name}_walk(one text, other text, out total bigint) ${walking} as $$
      begin
        execute 'select count(*) ${found}' into total using ${plain};
      end $$`,
    ],
    [
      `${name}_walk_ids(text, text)`,
      `${name}_walk_ids(one text, other text, out ids uuid[]) ${walking} as $$
      begin
        execute 'select coalesce(array_agg(${key}), ''{}'') ${found}' into ids using ${plain};
      end $$`,
    ],
    [
      `${name}_ids(text, text)`,
      `${name}_ids(one text, other text) returns setof uuid rows 10000 ${definer} as $$
      begin
        if ${isShort('one', 'other')} then
          return query select unnest(${name}_walk_ids(one, other));
        else
          return query execute 'select ${key} ${ofTenant} and ${matching}' using one, other;
        end if;
      end $$`,
    ],
    // Postgres keeps statistics from a table with policies: whether a text is everywhere, and the index no help, a sample tells.
    // Nor is it with a text too short to hold a trigram, for which all of the index would be read.
    [
      `${name}_find(text, text, integer, boolean)`,
      `${name}_find(one text, other text, most integer, counted boolean, out is_frequent boolean, out ids uuid[], out total bigint) ${definer} as $$
      declare
        sampled bigint;
        is_short boolean := ${isShort('one', 'other')};
      begin
        execute 'select count(*) from (select text ${ofTenant} order by ${key} limit ${SAMPLE}) sample where ${matching}' into sampled using one, other;
        is_frequent := sampled > ${FREQUENT};
        if is_frequent and not counted then
          total := null;
        elsif sampled > ${COMMON} or (is_frequent and is_short) then
          total := ${name}_walk(one, other);
        else
          if is_short then
            ids := ${name}_walk_ids(one, other);
          else
            execute 'select coalesce(array_agg(${key}), ''{}'') ${ofTenant} and ${matching}' into ids using one, other;
          end if;
          total := cardinality(ids);
          if total > most * (case when is_short then ${WORTH_A_WALK} else 1 end) then
            ids := null;
          end if;
        end if;
      end $$`,
    ],
  ];
  for (const [signature, definition] of functions) {
    for (const statement of [
      `drop function if exists ${signature}`,
      `create function ${definition}`,
      onNodesOf(name, signature),
      `revoke execute on function ${signature} from public`,
      `grant execute on function ${signature} to psa_${service}_app`,
    ])
      await sql.raw(statement).execute(db);
  }
}

/** Where a table is known to a Citus cluster, its functions are there on every node. */
function onNodesOf(table: string, signature: string): string {
  // Each condition by itself: a server without Citus does not know the table of the second one.
  return `do $$ begin
    if to_regclass('pg_catalog.pg_dist_partition') is null then return; end if;
    if not exists (select from pg_dist_partition where logicalrelid = to_regclass('${table}')) then return; end if;
    perform create_distributed_function('${signature}'::regprocedure);
  end $$`;
}

/**
 * The session's tenant for a statement that is put together, in SQL. In a select of its own, because it would be read and parsed for
 * every row: half of the time of a walk. Citus finds the node by a tenant that is written out.
 */
const THIS_TENANT = `case when current_setting('citus.version', true) is null then '(select ${SESSION_TENANT.replaceAll("'", "''")})'
      else quote_nullable(${SESSION_TENANT}) end`;

/** Whether one of the patterns holds no trigram, in SQL. */
function isShort(one: string, other: string): string {
  return `least(char_length(${one}), char_length(coalesce(${other}, ${one}))) < ${SHORTEST}`;
}

/** The text a pattern looks for, in SQL: to find it costs a third of what LIKE costs in UTF-8. */
function withoutPattern(pattern: string): string {
  return `regexp_replace(substr(${pattern}, 2, char_length(${pattern}) - 2), '\\\\(.)', '\\1', 'g')`;
}

/** Which rows a text was found in. */
export interface TextCondition {
  /** For rows that are counted, or sorted by what no index has in order. */
  readonly condition: RawBuilder<SqlBool>;
  /** The same, looked up row by row: for the first rows in an order that an index has. */
  readonly perRow: RawBuilder<SqlBool>;
  /** How many rows pass it; unknown where nobody wanted to know. */
  readonly count: number | undefined;
}

/** So many rows are fetched by their ids and sorted; of more it is quicker to walk the wanted order until the page is full. */
const FEW = 2_000;

interface Found {
  readonly one: string;
  readonly other: string | null;
  readonly is_frequent: boolean;
  readonly ids: string[] | null;
  readonly total: number | null;
}

/**
 * The condition that a row's text contains the given one, whatever its case and composition.
 * @param table the searched table as the statement names it
 * @param other a second text, of which to contain is enough
 * @param counted whether their number is wanted: to count what many texts contain takes as long as all else together
 */
export async function textCondition(
  db: ScopeCore,
  { name, key }: TextIndex,
  table: string,
  text: string,
  other?: string,
  counted = true,
): Promise<TextCondition> {
  const {
    rows: [found],
  } = await db.execute<Found>(
    {
      text: `select one, other, is_frequent, ids, total
      from (select search_text($1) as one, case when $2::text is not null then search_text($2) end as other) folded, ${name}_find(one, other, $3, $4)`,
      name: `psa_find_${name}`,
    },
    [textPattern(text), other === undefined ? null : textPattern(other), FEW, counted],
  );
  if (found === undefined) throw new Error(`${name}_find gave no row`);
  const id = sql.ref(`${table}.${key}`);
  const count = found.total ?? undefined;
  if (found.ids !== null) {
    const condition = sql<SqlBool>`${id} in (select unnest(${found.ids}::uuid[]))`;
    return { condition, perRow: condition, count };
  }
  const condition = sql<SqlBool>`${id} in (select ${sql.id(`${name}_ids`)}(${found.one}, ${found.other}))`;
  // Of these two Postgres could make a join, which reads all that match before the first row is there. IS TRUE makes it a look
  // into a hash; a value, a look into the texts.
  if (!found.is_frequent) return { condition, perRow: sql`(${condition}) is true`, count };
  return {
    condition,
    count,
    perRow: sql`coalesce((select found.text like ${found.one} or found.text like ${found.other} from ${sql.table(name)} found
      where found.tenant = ${sql.ref(`${table}.tenant`)} and found.${sql.ref(key)} = ${id}), false)`,
  };
}

/** A pattern for `search_text`, which folds it as it folded the texts. Composed first: a full-width % becomes an ordinary one. */
export function textPattern(text: string): string {
  return containsPattern(text.normalize('NFKC'));
}
