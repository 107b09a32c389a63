import type { ScopeCore } from '../tenancy/tenant-scope.ts';

const RECORD = `insert into inbox (consumer, event_id) values (unnest($1::text[]), unnest($2::uuid[]))
  on conflict do nothing returning consumer, event_id`;

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
  const { rows } = await tx.execute<{ consumer: string; event_id: string }>({ text: RECORD, name: 'psa_inbox' }, [
    consumers.flatMap((consumer) => eventIds.map(() => consumer)),
    consumers.flatMap(() => eventIds),
  ]);
  const recorded = new Set(rows.map(({ consumer, event_id }) => `${consumer} ${event_id}`));
  // Postgres writes an id in lower case, however it came.
  const freshOf = (consumer: string) => new Set(eventIds.filter((id) => recorded.has(`${consumer} ${id.toLowerCase()}`)));
  return new Map(consumers.map((consumer) => [consumer, freshOf(consumer)]));
}
