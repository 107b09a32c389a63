import type { PaginationBody } from '@psa/contract-kit';

/** Figures of a page that was read by offset, of rows in an order that gives no cursor. */
export function offsetPagination(page: number, limit: number, total: number): PaginationBody {
  return {
    page,
    limit,
    total,
    totalPages: Math.ceil(total / limit),
    hasNext: page * limit < total,
    hasPrev: page > 1,
    next_cursor: null,
  };
}
