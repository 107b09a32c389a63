import { isUuid } from '@psa/contract-kit';
import type { PublicEvent } from '@psa/contracts-automation';
import type { Ports, Tx } from '../../automation-app.ts';
import { fanOut } from '../webhook-delivery/fan-out.actions.ts';
import { appendToFeed } from '../event-feed/event-feed.records.ts';

/** Takes an event into the tenant's feed. */
export function recordEvent(tx: Tx, event: PublicEvent, { feedHints }: Pick<Ports, 'feedHints'>): void {
  const clientId = event.data['client_id'];
  appendToFeed(tx, {
    event_id: event.id,
    event_type: event.eventname,
    client_id: typeof clientId === 'string' && isUuid(clientId) ? clientId : null,
    event: JSON.stringify(event),
  });
  tx.afterCommit(() => feedHints.tell(tx.tenant));
}

/**
 * Takes an event into the tenant's feed and makes a delivery of it for every webhook that wants it: all of it, or nothing.
 * @param key member of its data that identifies what the event is about
 */
export async function recordAndDeliver(tx: Tx, event: PublicEvent, key: string, ports: Ports): Promise<void> {
  const webhookIds = await fanOut(tx, event, key);
  recordEvent(tx, event, ports);
  tx.afterCommit(() => {
    for (const webhookId of webhookIds) ports.dueWebhooks.add(tx.tenant, webhookId);
  });
}
