import type { ScopeCore, TransactionCore } from '../tenancy/tenant-scope.ts';

const RECORD = `insert into inbox (consumer, event_id) values (unnest($1::text[]), unnest($2::uuid[]))
  on conflict do nothing returning consumer, event_id`;

/** Each consumer with each event: the columns of their rows. */
const entries = (consumers: readonly string[], eventIds: readonly string[]): [string[], string[]] => [
  consumers.flatMap((consumer) => eventIds.map(() => consumer)),
  consumers.flatMap(() => eventIds),
];

/** A query, and what stands for its `$1`, `$2` and so on. */
export interface Query {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Notes with COMMIT that consumers have had events of one tenant, on two conditions: none had any of them before, and a query finds
 * nothing. Where one does not hold the transaction fails ({@link isUnmet}), and what to do has to be found out step by step.
 * @param lockWaitMs how long what follows with COMMIT may wait for a lock; of rows on other nodes it bounds nothing
 */
export function recordUnlessFound(
  tx: TransactionCore,
  consumers: readonly string[],
  eventIds: readonly string[],
  { text, values }: Query,
  lockWaitMs: number,
): void {
  const [consumer, id, count, wait] = [1, 2, 3, 4].map((place) => `$${values.length + place}`);
  tx.readAtCommit(
    `with recorded as (
      insert into inbox (consumer, event_id) values (unnest(${consumer}::text[]), unnest(${id}::uuid[])) on conflict do nothing returning 1
    )
    select 1 / (count(*) = ${count}::int and not exists (${text}))::int, set_config('lock_timeout', ${wait}, true) from recorded`,
    [...values, ...entries(consumers, eventIds), consumers.length * eventIds.length, String(lockWaitMs)],
    () => {},
  );
}

/**
 * Notes in the transaction of their effects that consumers have had events of one tenant.
 * @param consumers whose effects these are, and those for which there is nothing to do
 * @returns by consumer, those that it had not had before: the effects of the others must not happen again
 */
export async function recordInInbox(
  tx: ScopeCore,
  consumers: readonly string[],
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, Set<string>>> {
  const { rows } = await tx.execute<{ consumer: string; event_id: string }>(
    { text: RECORD, name: 'psa_inbox' },
    entries(consumers, eventIds),
  );
  const recorded = new Set(rows.map(({ consumer, event_id }) => `${consumer} ${event_id}`));
  // Postgres writes an id in lower case, however it came.
  const freshOf = (consumer: string) => new Set(eventIds.filter((id) => recorded.has(`${consumer} ${id.toLowerCase()}`)));
  return new Map(consumers.map((consumer) => [consumer, freshOf(consumer)]));
}
