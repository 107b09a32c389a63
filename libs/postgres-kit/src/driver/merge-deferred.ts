import type { Sql } from './database.ts';

/** How statements of one text that a transaction has deferred are sent as one: what a batch defers a hundred times then costs once. */
export interface Merged {
  readonly text: string;
  /** @param all the values of each, in the order they were deferred; two at least */
  values(all: readonly (readonly unknown[])[]): readonly unknown[];
  /** Whether each row draws a value of its own by a default, such as an identity. */
  readonly drawsByRow?: boolean;
}

/** A statement that is sent with COMMIT. */
export interface Deferred {
  readonly tenant: string;
  readonly sql: Sql;
  readonly values: readonly unknown[];
  readonly merged?: Merged | undefined;
}

/** Max statements that are sent as one: their values are in memory twice meanwhile. */
const MAX_MERGED = 500;

/**
 * Merges what can be merged, each at the place of the first of its kind.
 * @param drawsByRow whether the server draws defaults for each row of a statement; if not, what needs that is not merged
 * @param prepare makes a statement and its values ready to be sent
 */
export function mergeDeferred(
  deferred: readonly Deferred[],
  drawsByRow: boolean,
  prepare: (text: string, values: readonly unknown[]) => Pick<Deferred, 'sql' | 'values'>,
): readonly Deferred[] {
  // Nothing is alike in the transaction of a request, as a rule.
  if (new Set(deferred.map(({ sql }) => sql.text)).size === deferred.length) return deferred;
  const mergeable = ({ merged }: Deferred) => (merged?.drawsByRow === true && !drawsByRow ? undefined : merged);
  const alike = Map.groupBy(
    deferred.filter((one) => mergeable(one) !== undefined),
    ({ tenant, sql }) => `${tenant} ${sql.text}`,
  );
  return deferred.flatMap((one) => {
    const { tenant, sql } = one;
    const merged = mergeable(one);
    const all = merged && alike.get(`${tenant} ${sql.text}`);
    if (merged === undefined || all === undefined || all.length === 1) return [one];
    if (all[0] !== one) return [];
    return chunks(all).map((some) => {
      const [first] = some as [Deferred];
      return some.length === 1 ? first : { tenant, ...prepare(merged.text, merged.values(some.map(({ values }) => values))) };
    });
  });
}

function chunks(all: readonly Deferred[]): Deferred[][] {
  return Array.from({ length: Math.ceil(all.length / MAX_MERGED) }, (_, index) => all.slice(index * MAX_MERGED, (index + 1) * MAX_MERGED));
}
