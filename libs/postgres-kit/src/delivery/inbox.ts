import type { ScopeCore } from '../tenancy/tenant-scope.ts';

const RECORD = `insert into inbox (consumer, event_id) values (unnest($1::text[]), unnest($2::uuid[]))
  on conflict do nothing returning consumer, event_id`;

/**
 * Notes in the transaction of their effects that consumers have had events of one tenant.
 * @param consumers whose effects these are, and those for which there is nothing to do
 * @returns those that the first had not had before: the effects of the others must not happen again
 */
export async function recordInInbox(
  tx: ScopeCore,
  consumers: readonly [string, ...string[]],
  eventIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await tx.execute<{ consumer: string; event_id: string }>({ text: RECORD, name: 'psa_inbox' }, [
    consumers.flatMap((consumer) => eventIds.map(() => consumer)),
    consumers.flatMap(() => eventIds),
  ]);
  const fresh = new Set(rows.filter(({ consumer }) => consumer === consumers[0]).map(({ event_id }) => event_id));
  // Postgres writes an id in lower case, however it came.
  return new Set(eventIds.filter((id) => fresh.has(id.toLowerCase())));
}
