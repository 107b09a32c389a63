import { ApiError, type ListParams, type PaginationBody } from '@psa/contract-kit';
import { type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import { conditionOn, invalidConditions, meetsConditions } from './conditions.ts';

/** How a list sorts: the SQL expression of each sortable column and the unique column that breaks ties. */
export interface ListOrder {
  /** Sort name to column reference, such as `assets.name`. */
  readonly columns: Readonly<Record<string, string>>;
  /** Sortable columns that may be null; they sort last. Saying so for others would keep Postgres from using their index. */
  readonly nullable?: ReadonlySet<string>;
  /** Reference and output name of the unique column. */
  readonly id: { readonly ref: string; readonly name: string };
}

export interface Page<Row> {
  readonly rows: Row[];
  readonly pagination: PaginationBody;
}

const Cursor = z.object({ s: z.string(), o: z.enum(['asc', 'desc']), v: z.string().nullable(), i: z.guid(), p: z.int().positive() });
/** The last row of the page before, and which page is the next. */
export type Cursor = z.infer<typeof Cursor>;

/** Where a page goes on. @throws VALIDATION_ERROR */
export function cursorOf(params: ListParams): Cursor | undefined {
  return params.cursor === undefined ? undefined : decode(params.cursor, params);
}

const encode = (cursor: Cursor) => Buffer.from(JSON.stringify(cursor)).toString('base64url');

function decode(text: string, params: ListParams): Cursor {
  try {
    const cursor = Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    if (cursor.s === params.sort && cursor.o === params.order) return cursor;
  } catch {
    // Falls through: whatever is wrong with it, the caller learns the same.
  }
  throw invalidCursor();
}

function invalidCursor(): ApiError {
  return new ApiError('VALIDATION_ERROR', 'Query validation failed', [
    { code: 'invalid_cursor', path: ['cursor'], message: 'must be the next_cursor of a page with the same sort and order' },
  ]);
}

// Kysely's builder type is invariant in its tables; the functions here touch only columns named by the ListOrder.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type AnyBuilder<Row> = SelectQueryBuilder<any, any, Row>;

/**
 * Reads one page in a stable order: by offset for `page`, by keyset for `cursor`. One row beyond the page tells whether more follow.
 * @param query the filtered rows, without order and limit
 * @param order sortable columns
 * @param params the list query
 * @param total of all rows when it is known without counting and nothing is filtered. What matches is counted otherwise, unless the
 *   page is the last one and says it. Neither happens when `include_total=false`
 */
export async function readPage<Row>(
  query: AnyBuilder<Row>,
  order: ListOrder,
  params: ListParams,
  total?: () => Promise<number | undefined>,
): Promise<Page<Row>> {
  const cursor = cursorOf(params);
  const conditions = params.where ?? [];
  const filtered = conditions.reduce(
    (narrowed, condition) => narrowed.where(conditionOn(sql.ref(order.columns[condition.field] ?? order.id.ref), condition)),
    query,
  );
  let rows = pageRows(filtered, order, params, cursor).limit(params.limit + 1);
  if (cursor === undefined && params.page > 1) rows = rows.offset((params.page - 1) * params.limit);
  const reading = {
    rows: () => rows.execute() as Promise<Found<Row>[]>,
    total: conditions.length > 0 ? undefined : total,
    count: () => countRows(filtered).executeTakeFirst(),
  };
  return readFound(reading, order, params, cursor);
}

/** A row with what a cursor says of it. */
export type Found<Row> = Row & { readonly cursor_value: string | null };

/** The rows from a page on, in its order. */
export function pageRows<Row>(
  query: AnyBuilder<Row>,
  order: ListOrder,
  params: ListParams,
  cursor: Cursor | undefined,
): AnyBuilder<Found<Row>> {
  const column = sql.ref(order.columns[params.sort] ?? order.id.ref);
  const id = sql.ref(order.id.ref);
  const direction = sql.raw(params.order);
  const isNullable = order.nullable?.has(params.sort) === true;
  const rows = query
    .select([sql<string | null>`${column}::text`.as('cursor_value')])
    .orderBy(sql`${column} ${direction}${sql.raw(isNullable ? ' nulls last' : '')}, ${id} ${direction}`);
  return (cursor === undefined ? rows : rows.where(beyond(cursor, column, id, isNullable))) as AnyBuilder<Found<Row>>;
}

/** How the parts of a page are read. */
export interface PageReading<Row> {
  /** At most one row more than the page has. */
  rows(): Promise<Found<Row>[]>;
  /** When it is known without counting. */
  readonly total: (() => Promise<number | undefined>) | undefined;
  count(): Promise<{ readonly count: number } | undefined>;
}

/** Reads a page and its total, together where that is known without counting. @throws VALIDATION_ERROR */
export async function readFound<Row>(
  reading: PageReading<Row>,
  order: ListOrder,
  params: ListParams,
  cursor: Cursor | undefined,
): Promise<Page<Row>> {
  const page = cursor?.p ?? params.page;
  const conditions = params.where ?? [];
  // Asked first, the total is there when the rows come: rows of many pages that wait for theirs outgrow the young generation.
  const [knownTotal, found] = await Promise.all([
    params.include_total === false ? undefined : reading.total?.(),
    reading.rows().catch((error: unknown) => {
      if (!isDataError(error)) throw error;
      // Of all that is sent only these were not checked by a schema: their columns say what they may be.
      if (conditions.length > 0) throw invalidConditions(conditions);
      throw cursor === undefined ? error : invalidCursor();
    }),
  ]);
  const hasNext = found.length > params.limit;
  if (hasNext) found.pop();
  const isEnd = cursor === undefined && !hasNext && (found.length > 0 || page === 1);
  const count =
    params.include_total === false
      ? null
      : (knownTotal ?? (isEnd ? (page - 1) * params.limit + found.length : ((await reading.count())?.count ?? 0)));
  const last = found.at(-1);
  const lastValue = last?.cursor_value ?? null;
  // Rows are shown as they are: what only the paging needs is none of them. Deleting it would make every row slow to read and to write.
  for (const row of found) (row as { cursor_value?: unknown }).cursor_value = undefined;
  return {
    rows: found,
    pagination: {
      page,
      limit: params.limit,
      total: count,
      totalPages: count === null ? null : Math.ceil(count / params.limit),
      hasNext,
      hasPrev: page > 1,
      next_cursor:
        hasNext && last !== undefined
          ? encode({ s: params.sort, o: params.order, v: lastValue, i: String(last[order.id.name as keyof Row]), p: page + 1 })
          : null,
    },
  };
}

/** How rows in memory sort. */
export interface MemoryOrder<Row> {
  readonly valueOf: (row: Row, sort: string) => string | null;
  readonly idOf: (row: Row) => string;
}

/** One page of rows that are all at hand because there are few: the same order, cursors and figures as {@link readPage} gives. */
export function pageOf<Row>(rows: readonly Row[], { valueOf, idOf }: MemoryOrder<Row>, params: ListParams): Page<Row> {
  const cursor = cursorOf(params);
  const page = cursor?.p ?? params.page;
  const matching = rows.filter((row) => meetsConditions((field) => valueOf(row, field), params.where ?? []));
  const keyed = matching.map((row) => ({ row, value: valueOf(row, params.sort), id: idOf(row) }));
  type Key = { readonly value: string | null; readonly id: string };
  const compare = (one: Key, other: Key): number => {
    // Null sorts last in either direction.
    if ((one.value === null) !== (other.value === null)) return one.value === null ? 1 : -1;
    const difference = one.value === other.value ? (one.id < other.id ? -1 : 1) : (one.value as string) < (other.value as string) ? -1 : 1;
    return params.order === 'asc' ? difference : -difference;
  };
  const sorted = keyed.sort(compare);
  const beyondCursor =
    cursor === undefined
      ? sorted.slice((page - 1) * params.limit)
      : sorted.filter((key) => key.id !== cursor.i && compare(key, { value: cursor.v, id: cursor.i }) > 0);
  const found = beyondCursor.slice(0, params.limit);
  const last = found.at(-1);
  const hasNext = beyondCursor.length > params.limit;
  const total = params.include_total === false ? null : matching.length;
  return {
    rows: found.map(({ row }) => row),
    pagination: {
      page,
      limit: params.limit,
      total,
      totalPages: total === null ? null : Math.ceil(total / params.limit),
      hasNext,
      hasPrev: page > 1,
      next_cursor:
        hasNext && last !== undefined ? encode({ s: params.sort, o: params.order, v: last.value, i: last.id, p: page + 1 }) : null,
    },
  };
}

/** How many rows a query has; one that groups has as many as it has groups. */
export function countRows(query: AnyBuilder<unknown>): AnyBuilder<{ count: number }> {
  const groups = query.toOperationNode().groupBy !== undefined;
  return query
    .clearSelect()
    .clearOrderBy()
    .select((groups ? sql<number>`count(*) over ()` : sql<number>`count(*)`).as('count'))
    .limit(sql.lit(1)) as AnyBuilder<{ count: number }>;
}

function isDataError(error: unknown): boolean {
  return /^22/.test(String((error as { code?: unknown }).code));
}

type Reference = ReturnType<typeof sql.ref>;

/** The rows after the cursor's. The comparison happens in the column's own type: as text, 10 would sort before 9. */
function beyond(cursor: Cursor, column: Reference, id: Reference, nullable: boolean) {
  const than = sql.raw(cursor.o === 'asc' ? '>' : '<');
  if (cursor.v === null) return sql<boolean>`(${column} is null and ${id} ${than} ${cursor.i})`;
  const after = sql<boolean>`(${column}, ${id}) ${than} (${cursor.v}, ${cursor.i}::uuid)`;
  return nullable ? sql<boolean>`(${after} or ${column} is null)` : after;
}
