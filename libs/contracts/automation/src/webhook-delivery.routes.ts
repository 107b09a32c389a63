import { Id, one, page, payload, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { eventReaders } from './event-readers.ts';
import { automationGroup } from './group.ts';
import { DeliveryListQuery, ReplayEvents, ReplayResult, WebhookDelivery, WebhookDeliveryDetails } from './webhook-delivery.schemas.ts';

const ofWebhook = z.object({ id: Id.describe('Webhook id') });
const params = ofWebhook.extend({ deliveryId: Id.describe('Delivery id') });
const accepted = <T extends z.ZodType>(data: T) => payload(z.object({ data }), 202);

export const webhookDeliveryRoutes = routes(automationGroup('Webhooks'), {
  listWebhookDeliveries: {
    method: 'get',
    path: '/api/v1/webhooks/{id}/deliveries',
    permission: 'webhook:read',
    summary: 'List what was sent to a webhook',
    description: 'Deliveries are kept for 30 days.',
    params: ofWebhook,
    query: DeliveryListQuery,
    reply: page(WebhookDelivery),
    errors: ['NOT_FOUND'],
  },
  getWebhookDelivery: {
    method: 'get',
    path: '/api/v1/webhooks/{id}/deliveries/{deliveryId}',
    permission: 'webhook:read',
    mayUse: eventReaders,
    summary: 'Read one delivery with its attempts',
    params,
    reply: one(WebhookDeliveryDetails),
    errors: ['NOT_FOUND'],
  },
  retryWebhookDelivery: {
    method: 'post',
    path: '/api/v1/webhooks/{id}/deliveries/{deliveryId}/retry',
    permission: 'webhook:retry',
    summary: 'Send a delivery again, now',
    description:
      'The same message under the same id, at once and before all others of the webhook, with a full round of attempts ahead; a pause of the receiver ends. 409 for one that arrived, or while the webhook is not active.',
    params,
    reply: accepted(WebhookDelivery),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  replayWebhookEvents: {
    method: 'post',
    path: '/api/v1/webhooks/{id}/replay',
    permission: 'webhook:retry',
    summary: 'Send the events of a time again',
    description: 'Those the webhook selects today, under the ids they had. Reaches back as far as the event feed.',
    params: ofWebhook,
    body: ReplayEvents,
    reply: accepted(ReplayResult),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
