import type { PaginationBody } from '@psa/contract-kit';

interface Place {
  readonly page: number;
  readonly limit: number;
  /** Rows before the first; those of the pages before when absent. */
  readonly offset?: number | undefined;
}

/** Figures of a page that was read by offset, of rows in an order that gives no cursor. */
export function offsetPagination({ page, limit, offset = (page - 1) * limit }: Place, total: number): PaginationBody {
  return {
    page: Math.floor(offset / limit) + 1,
    limit,
    total,
    totalPages: Math.ceil(total / limit),
    hasNext: offset + limit < total,
    hasPrev: offset > 0,
    next_cursor: null,
  };
}

interface Counted {
  readonly total: number;
}

/** How many rows there are in all, which each row says; behind the last page none does. @param first reads the first row */
export async function totalOf(rows: readonly Counted[], first: () => Promise<readonly Counted[]>): Promise<number> {
  return (rows[0] ?? (await first())[0])?.total ?? 0;
}
