import { sql } from 'kysely';

const DIVISION_BY_ZERO = '22012';

/**
 * Selected by a statement of {@link TenantScope.atOnce}, has the whole fail when the statement finds no row: 1 divided by their number.
 * Postgres has no other way to fail by a query alone. What else is selected has to be an aggregate.
 */
export const demandRow = sql<number>`1 / count(*)`.as('is_there');

/** Whether a transaction failed because a condition of its statements did not hold, as that of {@link demandRow}: they divide by it. */
export function isUnmet(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === DIVISION_BY_ZERO;
}
