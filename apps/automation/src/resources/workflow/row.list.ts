import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../automation-app.ts';
import type { Tables } from '../../tables.ts';

/** A filter of a list. */
export type Condition = RawBuilder<SqlBool>;
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
export function list<Row>(
  db: Db,
  table: ListedTable,
  by: ListOrder,
  query: Parameters<typeof readPage>[2],
  conditions: Condition[],
): Promise<Page<Row>> {
  const where = conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  const matching = db.selectFrom(table).where(sql<boolean>`${where}`);
  return readPage<Row>(matching.selectAll() as never, by, query, async () => {
    const { count } = await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
    return count;
  });
}
