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

/** @throws CONFLICT naming every kind of row there is any of */
export function assertNoDependencies(what: string, all: readonly Dependency[]): void {
  const dependencies = all.filter(({ count }) => count > 0);
  if (dependencies.length > 0) throw inUse(what, dependencies);
}

function inUse(what: string, dependencies: readonly Dependency[]): ApiError {
  return conflict(`The ${what} still has ${dependencies.map(({ label }) => label).join(', ')}`, { code: 'in_use', dependencies });
}
