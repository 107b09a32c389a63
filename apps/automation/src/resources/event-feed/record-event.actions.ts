import { type Event, type EventEnvelope, isUuid } from '@psa/contract-kit';
import type { Ports, Tx } from '../../automation-app.ts';
import { fanOut } from '../webhook-delivery/fan-out.actions.ts';
import { appendToFeed } from './event-feed.records.ts';
import { toPublicEvent } from './public-event.ts';

/** Takes an event into the tenant's feed and makes a delivery of it for every webhook that wants it: all of it, or nothing. */
export async function recordEvent(tx: Tx, { name, key }: Event, envelope: EventEnvelope, ports: Ports): Promise<void> {
  const event = toPublicEvent(envelope, name);
  const webhookIds = await fanOut(tx, event, key);
  const clientId = event.data['client_id'];
  appendToFeed(tx, {
    event_id: event.id, event_type: name, client_id: typeof clientId === 'string' && isUuid(clientId) ? clientId : null, event: JSON.stringify(event),
  });
  tx.afterCommit(() => {
    ports.feedHints.tell(tx.tenant);
    for (const webhookId of webhookIds) ports.dueWebhooks.add(tx.tenant, webhookId);
  });
}
