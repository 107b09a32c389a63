import type pg from 'pg';
import { databaseServices } from '../../local/services.ts';
import { columnList, quoted } from '../tenant-archive/tenant-tables.ts';
import { anyOf, type PersonTerms } from './search-terms.ts';

/** The columns of a table of tenants that can hold a text, as the database's catalogue has them. */
export interface TextTable {
  /** With its schema. */
  readonly name: string;
  /** Which tenant a row is of. */
  readonly tenantColumn: string;
  readonly columns: readonly TextColumn[];
}

export interface TextColumn {
  readonly name: string;
  /** Name of its type: `text`, `jsonb`, `text[]` and the like. */
  readonly type: string;
  /** Postgres computes it from others. */
  readonly isGenerated: boolean;
}

/** Types of the string category and their arrays, of any name, and JSON. */
const TABLES = `
  select n.nspname || '.' || c.relname as name,
    (array_agg(a.attname::text order by a.attname) filter (where a.attname in ('tenant', 'tenant_id')))[1] as "tenantColumn",
    jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null), 'isGenerated', a.attgenerated <> '') order by a.attnum)
      filter (where t.typcategory = 'S' or e.typcategory = 'S' or t.typname in ('json', 'jsonb') or e.typname in ('json', 'jsonb')) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  where n.nspname = any($1) and c.relkind in ('r', 'p') and not c.relispartition
  group by c.oid, n.nspname, c.relname having bool_or(a.attname in ('tenant', 'tenant_id')) order by 1`;

/** Every table of the services that has texts of tenants: of a service that comes later too. */
export async function textTables(database: pg.ClientBase): Promise<TextTable[]> {
  const { rows } = await database.query<Omit<TextTable, 'columns'> & { columns: TextColumn[] | null }>(TABLES, [
    databaseServices.map(({ name }) => name),
  ]);
  return rows.flatMap(({ columns, ...table }) => (columns === null ? [] : [{ ...table, columns }]));
}

/** Rows of a tenant that hold one of the terms, by column, such as `desk.tickets.title`; columns without any are left out. */
export async function searchTexts(
  database: pg.ClientBase,
  tables: readonly TextTable[],
  tenant: string,
  terms: PersonTerms,
): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { name, tenantColumn, columns } of tables) {
    const counts = columns.map((column) => `count(*) filter (where ${holdsTerm(column)})::int as ${columnList([column.name])}`);
    const { rows } = await database.query<Record<string, number>>(
      `select ${counts.join(', ')} from ${quoted(name)} where ${columnList([tenantColumn])} = $1 and (${columns.map(holdsTerm).join(' or ')})`,
      [tenant, ...patternsOf(terms)],
    );
    for (const [column, count] of Object.entries(rows[0] ?? {})) if (count > 0) found[`${name}.${column}`] = count;
  }
  return found;
}

/** Replaces the terms in a table's rows of a tenant. @returns how many rows there were */
export async function replaceTexts(
  database: pg.ClientBase,
  { name, tenantColumn, columns }: TextTable,
  tenant: string,
  terms: PersonTerms,
): Promise<number> {
  const written = columns.filter(({ isGenerated }) => !isGenerated);
  if (written.length === 0) return 0;
  const assignments = written.map((column) => `${columnList([column.name])} = ${replaced(column, terms)}`);
  const replacements = [...terms.anywhere, ...terms.besideIds].flatMap(({ pattern, replacement }) => [pattern, replacement]);
  const { rowCount } = await database.query(
    `update ${quoted(name)} set ${assignments.join(', ')} where ${columnList([tenantColumn])} = $1 and (${written.map(holdsTerm).join(' or ')})`,
    [tenant, ...patternsOf(terms), ...replacements],
  );
  return rowCount ?? 0;
}

/** Matches nothing: there is nothing after the end. */
const NOTHING = String.raw`\Z.`;

/** Parameters 2 to 4: what is looked for everywhere, the ids, and what is looked for beside one of them. */
function patternsOf({ anywhere, besideIds, ids }: PersonTerms): string[] {
  return [anyOf(anywhere), ids.join('|'), besideIds.length === 0 ? NOTHING : anyOf(besideIds)];
}
const FIRST_TERM = 5;

function holdsTerm({ name, type }: TextColumn): string {
  const column = columnList([name]);
  const text = type.endsWith('[]') ? String.raw`array_to_string(${column}, E'\n')` : `${column}::text`;
  return `(${text} ~* $2 or (${text} ~* $3 and ${text} ~* $4))`;
}

/** The column with its terms replaced, where it has any; as it is elsewhere, so that neither numbers nor white space in JSON change. */
function replaced(column: TextColumn, { anywhere, besideIds }: PersonTerms): string {
  const name = columnList([column.name]);
  const replace = (text: string, first: number, count: number) => {
    let expression = text;
    for (let term = first; term < first + count; term++)
      expression = `regexp_replace(${expression}, $${FIRST_TERM + 2 * term}, $${FIRST_TERM + 1 + 2 * term}, 'gi')`;
    return expression;
  };
  const inText = (text: string) => {
    const everywhere = replace(text, 0, anywhere.length);
    if (besideIds.length === 0) return everywhere;
    return `case when ${text} ~* $3 then ${replace(everywhere, anywhere.length, besideIds.length)} else ${everywhere} end`;
  };
  const value = column.type.endsWith('[]')
    ? `(select array_agg((${inText('u.one::text')})::${column.type.slice(0, -2)} order by u.place) from unnest(${name}) with ordinality as u (one, place))`
    : `(${inText(`${name}::text`)})::${column.type}`;
  return `case when ${holdsTerm(column)} then ${value} else ${name} end`;
}
