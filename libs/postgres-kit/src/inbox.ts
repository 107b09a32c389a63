import type { ScopeCore } from './tenant-scope.ts';

const RECORD = 'insert into inbox (consumer, event_id) values ($1, $2) on conflict do nothing';

/**
 * Notes in the transaction of an event's effect that the consumer has had it.
 * @returns false when it had it before: the effect must not happen again
 */
export async function recordInInbox(tx: ScopeCore, consumer: string, eventId: string): Promise<boolean> {
  const { affected } = await tx.execute({ text: RECORD, name: 'psa_inbox' }, [consumer, eventId]);
  return affected === 1;
}
