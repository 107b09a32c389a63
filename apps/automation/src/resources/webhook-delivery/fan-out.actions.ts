import type { PublicEvent } from '@psa/contracts-automation';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../automation-app.ts';
import { passes, patternsOf } from '../webhook/event-selection.rules.ts';
import { findSelectingWebhooks, type SelectingWebhook } from '../webhook/webhook.records.ts';
import { deliveryBody } from './delivery-body.ts';
import { insertDeliveries, type NewDelivery } from './webhook-delivery.records.ts';

/**
 * Makes a delivery of an event for every active webhook that selects it, in the transaction of the event.
 * @param key member of its data that identifies what the event is about
 * @returns the webhooks
 */
export async function fanOut(tx: Tx, event: PublicEvent, key: string): Promise<string[]> {
  const selecting = await findSelectingWebhooks(tx, patternsOf(event.eventname));
  const deliveries = selecting.filter(({ event_filter }) => passes(event_filter, event)).map((webhook) => newDelivery(webhook, event, key));
  if (deliveries.length > 0) insertDeliveries(tx, deliveries);
  return deliveries.map(({ webhook_id }) => webhook_id);
}

export function newDelivery(webhook: SelectingWebhook, event: PublicEvent, key: string, isReplay = false): NewDelivery {
  return {
    delivery_id: uuidv7(),
    webhook_id: webhook.webhook_id,
    event_id: event.id,
    event_type: event.eventname,
    body: deliveryBody(webhook, event, key),
    is_test: webhook.is_test_mode,
    is_replay: isReplay,
  };
}
