import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { createTenantTable, type MigrationDb, SESSION_TENANT } from './ddl.ts';
import { containsPattern } from './text-search.ts';
import type { ScopeCore } from './tenant-scope.ts';

/**
 * Finding rows by a part of their text. ILIKE is not leakproof: under row-level security Postgres evaluates it only after the
 * policy and so never by a trigram index. The texts are therefore kept in a table beside their rows, and two functions of the
 * schema's owner, which know the session's tenant and nothing else, look into its index.
 */
export interface TextIndex {
  /** Name of the index table. */
  readonly name: string;
  /** Table whose rows are found, and its key after the tenant, which the index table shares. */
  readonly of: string;
  readonly key: string;
}

/**
 * Creates the index table with its functions; the service fills `text` by triggers, each piece through `search_text`.
 * @param db the migration's connection
 */
export async function createTextIndex(db: MigrationDb, service: string, { name, of, key }: TextIndex): Promise<void> {
  await createTenantTable(db, service, name, {
    key: [key],
    columns: `${key} uuid not null, text text not null, foreign key (tenant, ${key}) references ${of} on delete cascade`,
  });
  const ofTenant = `from ${service}.${name} where tenant = ${SESSION_TENANT} and text like search_text(pattern)`;
  const definer = `language sql stable security definer set search_path = ${service}, public, pg_temp`;
  const signatures = [`${name}_matches(pattern text, most integer)`, `${name}_count(pattern text)`] as const;
  const statements = [
    // The tenant first: a text that is common in other tenants costs this one nothing.
    `create index ${name}_text on ${name} using gin (tenant, text gin_trgm_ops)`,
    `create or replace function search_text(given text) returns text language sql immutable parallel safe
      return lower(normalize(coalesce(given, ''), nfkc))`,
    `create function ${signatures[0]} returns setof uuid ${definer} rows 500 as $$ select ${key} ${ofTenant} limit most $$`,
    `create function ${signatures[1]} returns bigint ${definer} as $$ select count(*) ${ofTenant} $$`,
    ...signatures.flatMap((signature) => {
      const named = signature.replaceAll(/pattern text/g, 'text').replace('most integer', 'integer');
      return [`revoke execute on function ${named} from public`, `grant execute on function ${named} to psa_${service}_app`];
    }),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Which rows a text was found in. */
export interface TextCondition {
  readonly condition: RawBuilder<SqlBool>;
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
  return { condition: sql`(${sql.join(found.map(({ condition }) => condition), sql` or `)})`, count: undefined };
}

/** Few rows are named by their ids; of many it is only said what they contain. */
async function findText(db: ScopeCore, { name, key }: TextIndex, table: string, text: string): Promise<TextCondition> {
  const pattern = textPattern(text);
  const id = sql.ref(`${table}.${key}`);
  const { rows } = await db.execute<{ id: string }>(
    { text: `select ${name}_matches as id from ${name}_matches($1, $2)`, name: `psa_matches_${name}` }, [pattern, FEW + 1],
  );
  if (rows.length <= FEW) return { condition: sql`${id} = any(${rows.map((row) => row.id)}::uuid[])`, count: rows.length };
  const { rows: [counted] } = await db.execute<{ count: number; folded: string }>(
    { text: `select ${name}_count($1) as count, search_text($1) as folded`, name: `psa_count_${name}` }, [pattern],
  );
  return {
    condition: sql`exists (select from ${sql.table(name)} found where found.tenant = ${sql.ref(`${table}.tenant`)} and found.${sql.ref(key)} = ${id}
      and found.text like ${counted?.folded ?? pattern})`,
    count: counted?.count,
  };
}

/** A pattern for `search_text`, which folds it as it folded the texts. Composed first: a full-width % becomes an ordinary one. */
export function textPattern(text: string): string {
  return containsPattern(text.normalize('NFKC'));
}
