import { type ApiError, conflict } from './api-error.ts';

/** Rows that keep another from being deleted. */
export interface Dependency {
  /** Name of the thing, such as `ticket`. */
  readonly type: string;
  readonly count: number;
  /** For people, such as `3 tickets`. */
  readonly label: string;
}

/** A dependency as people read it. */
export function dependency(type: string, count: number, one: string, many: string): Dependency {
  return { type, count, label: `${count} ${count === 1 ? one : many}` };
}

/**
 * Asserts that nothing depends on a row that is to be deleted.
 * @param what the row, for people, such as `ticket`
 * @throws CONFLICT naming every kind of row there is any of
 */
export function assertNoDependencies(what: string, all: readonly Dependency[]): void {
  const dependencies = all.filter(({ count }) => count > 0);
  if (dependencies.length === 0) return;
  throw inUse(`The ${what} still has ${dependencies.map(({ label }) => label).join(', ')}`, dependencies);
}

/** What a change is refused with while others depend on a row: one code for programs, and what it is that depends. */
export function inUse(message: string, dependencies: readonly Dependency[]): ApiError {
  return conflict(message, { code: 'in_use', dependencies });
}
