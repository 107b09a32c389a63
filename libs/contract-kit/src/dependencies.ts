import { conflict } from './api-error.ts';

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
 * @param code for programs, beside the dependencies; left out when absent
 * @throws CONFLICT naming every kind of row there is any of
 */
export function assertNoDependencies(what: string, all: readonly Dependency[], code?: 'in_use'): void {
  const dependencies = all.filter(({ count }) => count > 0);
  if (dependencies.length === 0) return;
  const labels = dependencies.map(({ label }) => label).join(', ');
  throw conflict(`The ${what} still has ${labels}`, { ...(code !== undefined && { code }), dependencies });
}
