import type { ScopeCore } from '../tenancy/tenant-scope.ts';

const RECORD = `insert into inbox (consumer, event_id) values ($1, unnest($2::uuid[]))
  on conflict do nothing returning event_id`;

/**
 * Notes in the transaction of their effects that the consumer has had events of one tenant.
 * @returns those it had not had before: the effects of the others must not happen again
 */
export async function recordInInbox(tx: ScopeCore, consumer: string, eventIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ event_id: string }>({ text: RECORD, name: 'psa_inbox' }, [consumer, eventIds]);
  const fresh = new Set(rows.map(({ event_id }) => event_id));
  // Postgres writes an id in lower case, however it came.
  return new Set(eventIds.filter((id) => fresh.has(id.toLowerCase())));
}
