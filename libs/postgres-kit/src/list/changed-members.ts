import { isDeepStrictEqual } from 'node:util';

/** What of the given members differs from a row; members left out do not change. Objects come back from Postgres with their members in another order: that is no change. */
export function changedMembers<Next extends object>(previous: object, next: Next): Partial<Next> {
  const changed = Object.entries(next).filter(
    ([member, value]) => value !== undefined && !isDeepStrictEqual((previous as Record<string, unknown>)[member], value),
  );
  return Object.fromEntries(changed) as Partial<Next>;
}
