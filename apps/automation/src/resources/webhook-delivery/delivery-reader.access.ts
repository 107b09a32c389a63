import type { Principal } from '@psa/http-kit';
import type { Db, Ports } from '../../automation-app.ts';
import { eventCatalogue } from '../../event-catalogue.ts';
import { mayReadEvent } from '../event-feed/event-readers.rules.ts';
import { tellingOfHidden } from '../event-feed/hidden-tickets.access.ts';
import { canTellOfTickets, ticketTracesInBody } from '../event-feed/ticket-traces.rules.ts';
import type { DeliveryRecord } from './webhook-delivery.records.ts';

/**
 * Whether a caller may read what was sent to a webhook. A body has the form the webhook wants: where some channels are hidden from the
 * caller, one that does not tell of which ticket it is counts as telling of theirs.
 */
export async function mayReadBody(
  db: Db,
  ports: Pick<Ports, 'ticketChannels'>,
  principal: Principal,
  { event_type, body }: Pick<DeliveryRecord, 'event_type' | 'body'>,
): Promise<boolean> {
  if (!mayReadEvent(principal, event_type)) return false;
  if (!eventCatalogue.some((event) => event.name === event_type && canTellOfTickets(event))) return true;
  const hidden = await tellingOfHidden(db, ports, principal, [body], ticketTracesInBody);
  return hidden.size === 0;
}
