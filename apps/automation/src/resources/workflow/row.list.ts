import { containsPattern, type ListOrder, type Page, readPage, textCondition, type TextIndex } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../automation-app.ts';
import type { Tables } from '../../tables.ts';

/** A filter of a list. */
export type Condition = RawBuilder<SqlBool>;
type ListQuery = Parameters<typeof readPage>[2];
type ListedTable = Extract<keyof Tables, `workflow_${string}`>;

/** How a list is sorted: by these columns, then by the id. */
export const order = (id: string, columns: readonly string[], nullable: readonly string[] = []): ListOrder => ({
  columns: Object.fromEntries(columns.map((column) => [column, column])),
  nullable: new Set(nullable),
  id: { ref: id, name: id },
});

export const equal = (column: string, value: string | boolean | undefined): Condition[] =>
  value === undefined ? [] : [sql`${sql.ref(column)} = ${value}`];
export const between = ({ from, to }: { from: string | undefined; to: string | undefined }): Condition[] => [
  ...(from === undefined ? [] : [sql<SqlBool>`created_at >= ${from}`]),
  ...(to === undefined ? [] : [sql<SqlBool>`created_at <= ${to}`]),
];
export const containing = (text: string | undefined, ...columns: string[]): Condition[] =>
  text === undefined
    ? []
    : [
        sql`(${sql.join(
          columns.map((column) => sql`${sql.ref(column)} ilike ${containsPattern(text)}`),
          sql` or `,
        )})`,
      ];
export const common = (query: {
  created_from?: string | undefined;
  created_to?: string | undefined;
  updated_from?: string | undefined;
  updated_to?: string | undefined;
}): Condition[] => [
  ...between({ from: query.created_from, to: query.created_to }),
  ...(query.updated_from === undefined ? [] : [sql<SqlBool>`updated_at >= ${query.updated_from}`]),
  ...(query.updated_to === undefined ? [] : [sql<SqlBool>`updated_at <= ${query.updated_to}`]),
];

/** One page of the rows that pass every filter. */
export function list<Row>(db: Db, table: ListedTable, by: ListOrder, query: ListQuery, conditions: Condition[]): Promise<Page<Row>> {
  return listWhere(db, table, by, query, conditions, conditions);
}

/** One page of the rows that pass every filter and have the text in one of the columns. @param index that holds these columns */
export async function listContaining<Row>(
  db: Db,
  table: ListedTable,
  by: ListOrder,
  query: ListQuery & { readonly search?: string | undefined },
  conditions: Condition[],
  { index, columns }: { readonly index: TextIndex; readonly columns: readonly string[] },
): Promise<Page<Row>> {
  const { search } = query;
  if (search === undefined || search === '') return list(db, table, by, query, conditions);
  const { perRow, condition } = await textCondition(db, index, table, search, undefined, query.include_total !== false);
  const all = [...conditions, ...containing(search, ...columns)];
  return listWhere(db, table, by, query, [perRow, ...all], [condition, ...all]);
}

/** @param counted the conditions as the rows are counted by */
function listWhere<Row>(
  db: Db,
  table: ListedTable,
  by: ListOrder,
  query: ListQuery,
  conditions: Condition[],
  counted: Condition[],
): Promise<Page<Row>> {
  const matching = (all: Condition[]) =>
    db.selectFrom(table).where(sql<boolean>`${all.length === 0 ? sql`true` : sql.join(all, sql` and `)}`);
  return readPage<Row>(matching(conditions).selectAll() as never, by, query, async () => {
    const { count } = await matching(counted)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  });
}
