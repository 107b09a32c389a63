import { notFound } from '@psa/contract-kit';
import { webhookDeliveryRoutes } from '@psa/contracts-automation';
import { handlers } from '../../automation-app.ts';
import { eventCatalogue } from '../../event-catalogue.ts';
import { webhookExists } from '../webhook/webhook.records.ts';
import { requireKnownEvents } from '../webhook/webhook.rules.ts';
import { mayReadBody } from './delivery-reader.access.ts';
import { replayEvents, retryDelivery } from './webhook-delivery.actions.ts';
import { listDeliveries } from './webhook-delivery.list.ts';
import { findDelivery, listAttempts, readPause } from './webhook-delivery.records.ts';
import { toAttempt, toDelivery } from './webhook-delivery.view.ts';

export const webhookDeliveryHandlers = handlers(webhookDeliveryRoutes, {
  listWebhookDeliveries: async ({ db, params, query }) => {
    if (!(await webhookExists(db, params.id))) throw notFound('Webhook');
    const [{ rows, pagination }, pausedUntil] = await Promise.all([listDeliveries(db, params.id, query), readPause(db, params.id)]);
    return { data: rows.map((row) => toDelivery(row, pausedUntil)), pagination };
  },

  getWebhookDelivery: async ({ db, ports, params, principal }) => {
    const [exists, row, attempts, pausedUntil] = await Promise.all([
      webhookExists(db, params.id),
      findDelivery(db, params.id, params.deliveryId),
      listAttempts(db, params.deliveryId),
      readPause(db, params.id),
    ]);
    if (!exists || row === undefined) throw notFound('Delivery');
    const request_body = row.is_test || (await mayReadBody(db, ports, principal, row)) ? row.body : null;
    return { data: { ...toDelivery(row, pausedUntil), request_body, attempts: attempts.map(toAttempt) } };
  },

  retryWebhookDelivery: async ({ db, ports, params }) => ({
    data: toDelivery(await retryDelivery(db, ports, params.id, params.deliveryId), null),
  }),

  replayWebhookEvents: async ({ db, ports, params, body }) => {
    if (body.event_types !== undefined) requireKnownEvents(body.event_types, eventCatalogue);
    return { data: await replayEvents(db, ports, params.id, body) };
  },
});
