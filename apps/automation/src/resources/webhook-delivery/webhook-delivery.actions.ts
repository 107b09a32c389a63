import { conflict, notFound } from '@psa/contract-kit';
import type { PublicEvent, ReplayEvents } from '@psa/contracts-automation';
import type { Db, Ports } from '../../automation-app.ts';
import { eventCatalogue, eventNames } from '../../event-catalogue.ts';
import { positionBefore, readFeed, readFeedHead } from '../event-feed/event-feed.records.ts';
import { fromCursor, toCursor } from '../event-feed/feed-position.ts';
import { passes, selects } from '../webhook/event-selection.rules.ts';
import { findWebhook } from '../webhook/webhook.records.ts';
import { newDelivery } from './fan-out.actions.ts';
import {
  type DeliveryRecord,
  endPause,
  eventsUnderWay,
  insertDeliveries,
  lockDelivery,
  requeueDelivery,
} from './webhook-delivery.records.ts';

/** Makes a delivery due again, now, also while its receiver is left alone. @throws NOT_FOUND, CONFLICT when it arrived, is under way, or the webhook is not active */
export function retryDelivery(
  db: Db,
  { dueWebhooks }: Pick<Ports, 'dueWebhooks'>,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryRecord> {
  return db.transaction(async (tx) => {
    const webhook = await findWebhook(tx, webhookId);
    const delivery = await lockDelivery(tx, webhookId, deliveryId);
    if (webhook === undefined || delivery === undefined) throw notFound('Delivery');
    if (delivery.status === 'delivered') throw conflict('The delivery has arrived');
    if (delivery.lease !== null) throw conflict('An attempt is under way');
    if (!webhook.is_active) throw conflict('The webhook is not active');
    tx.afterCommit(() => dueWebhooks.add(tx.tenant, webhookId));
    await endPause(tx, webhookId);
    return requeueDelivery(tx, deliveryId);
  });
}

/** Deliveries made, and positions looked at, by one call. */
const REPLAYED_AT_ONCE = 1_000;
const LOOKED_AT = 10_000;

export interface Replay {
  readonly queued: number;
  readonly skipped: number;
  readonly continue_after: string | null;
}

/** Makes deliveries of events of a period again, as the webhook selects them today. @throws NOT_FOUND, CONFLICT when the webhook is not active */
export function replayEvents(
  db: Db,
  { dueWebhooks }: Pick<Ports, 'dueWebhooks'>,
  webhookId: string,
  { from, to, event_types, after }: ReplayEvents,
): Promise<Replay> {
  return db.transaction(async (tx) => {
    const webhook = await findWebhook(tx, webhookId);
    if (webhook === undefined) throw notFound('Webhook');
    if (!webhook.is_active) throw conflict('The webhook is not active');
    const names = eventNames.filter((name) =>
      [webhook.event_types, event_types ?? ['*']].every((patterns) => patterns.some((pattern) => selects(pattern, name))),
    );

    const head = await readFeedHead(tx);
    const begin = Math.max(await positionBefore(tx, head, from), after === undefined ? 0 : fromCursor(after, 'after'));
    const end = to === undefined ? head.last_position : await positionBefore(tx, head, to);
    const until = Math.min(end, begin + LOOKED_AT);
    const rows = await readFeed(tx, { after: begin, until, names, limit: REPLAYED_AT_ONCE });

    const wanted = rows.map(({ event }) => JSON.parse(event) as PublicEvent).filter((event) => passes(webhook.event_filter, event));
    const underWay = await eventsUnderWay(
      tx,
      webhookId,
      wanted.map(({ id }) => id),
    );
    const due = wanted.filter(({ id }) => !underWay.has(id));
    if (due.length > 0)
      insertDeliveries(
        tx,
        due.map((event) => newDelivery(webhook, event, keyOf(event), true)),
      );
    tx.afterCommit(() => dueWebhooks.add(tx.tenant, webhookId));

    const last = rows.length === REPLAYED_AT_ONCE ? (rows.at(-1)?.position ?? until) : until;
    return { queued: due.length, skipped: underWay.size, continue_after: last < end ? toCursor(last) : null };
  });
}

function keyOf({ type }: PublicEvent): string {
  return eventCatalogue.find((event) => event.type === type)?.key ?? 'id';
}
