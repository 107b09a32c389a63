import { notFound } from '@psa/contract-kit';
import { webhookDeliveryRoutes } from '@psa/contracts-automation';
import { handlers } from '../../automation-app.ts';
import { eventCatalogue } from '../../event-catalogue.ts';
import { mayReadEvent } from '../event-feed/event-readers.rules.ts';
import { webhookExists } from '../webhook/webhook.records.ts';
import { requireKnownEvents } from '../webhook/webhook.rules.ts';
import { replayEvents, retryDelivery } from './webhook-delivery.actions.ts';
import { listDeliveries } from './webhook-delivery.list.ts';
import { findDelivery, listAttempts } from './webhook-delivery.records.ts';
import { toAttempt, toDelivery } from './webhook-delivery.view.ts';

export const webhookDeliveryHandlers = handlers(webhookDeliveryRoutes, {
  listWebhookDeliveries: async ({ db, params, query }) => {
    if (!(await webhookExists(db, params.id))) throw notFound('Webhook');
    const { rows, pagination } = await listDeliveries(db, params.id, query);
    return { data: rows.map(toDelivery), pagination };
  },

  getWebhookDelivery: async ({ db, params, principal }) => {
    const [exists, row, attempts] = await Promise.all([
      webhookExists(db, params.id),
      findDelivery(db, params.id, params.deliveryId),
      listAttempts(db, params.deliveryId),
    ]);
    if (!exists || row === undefined) throw notFound('Delivery');
    const request_body = row.is_test || mayReadEvent(principal, row.event_type) ? row.body : null;
    return { data: { ...toDelivery(row), request_body, attempts: attempts.map(toAttempt) } };
  },

  retryWebhookDelivery: async ({ db, ports, params }) => ({
    data: toDelivery(await retryDelivery(db, ports, params.id, params.deliveryId)),
  }),

  replayWebhookEvents: async ({ db, ports, params, body }) => {
    if (body.event_types !== undefined) requireKnownEvents(body.event_types, eventCatalogue);
    return { data: await replayEvents(db, ports, params.id, body) };
  },
});
