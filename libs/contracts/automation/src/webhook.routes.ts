import { created, Id, many, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { eventReaders } from './event-readers.ts';
import { automationGroup } from './group.ts';
import { AdHocTest, AnalyticsQuery, TestWebhook, WebhookAnalytics, WebhookTestResult } from './webhook-delivery.schemas.ts';
import {
  BulkWebhooks,
  BulkWebhooksResult,
  CreateWebhook,
  EventType,
  RotatedWebhookSecret,
  RotateWebhookSecret,
  UpdateWebhook,
  VerifyWebhookSignature,
  Webhook,
  WebhookHealth,
  WebhookListQuery,
  WebhookSubscription,
  WebhookWithSecret,
} from './webhook.schemas.ts';

const params = z.object({ id: Id.describe('Webhook id') });

const group = automationGroup('Webhooks');

const creating = `
The caller needs the permission to read each of the events. The answer shows the signing secret, once.

A request succeeds by a 2xx answer within the timeout. A failed one is sent again as \`retry_config\` says, and not before a \`Retry-After\` of the answer has
passed. After five failures in a row the receiver is left alone for a minute, which doubles with every further failure up to an hour: \`paused_until\` of the
health and \`next_retry_at\` of the deliveries show it, a success or a retry by hand ends it. A 410, or failures for 72 hours, deactivate the webhook.
`.trim();

export const webhookRoutes = routes(group, {
  listWebhooks: {
    method: 'get',
    path: '/api/v1/webhooks',
    permission: 'webhook:read',
    summary: 'List webhooks',
    query: WebhookListQuery,
    reply: page(Webhook),
  },
  createWebhook: {
    method: 'post',
    path: '/api/v1/webhooks',
    permission: 'webhook:create',
    mayUse: eventReaders,
    summary: 'Create a webhook',
    description: creating,
    body: CreateWebhook,
    reply: created(WebhookWithSecret),
    versioned: true,
    secretReply: true,
    errors: ['CONFLICT'],
  },
  getWebhook: {
    method: 'get',
    path: '/api/v1/webhooks/{id}',
    permission: 'webhook:read',
    summary: 'Read one webhook',
    params,
    reply: one(Webhook),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateWebhook: {
    method: 'put',
    path: '/api/v1/webhooks/{id}',
    permission: 'webhook:update',
    mayUse: eventReaders,
    summary: 'Change a webhook',
    description:
      'is_active true starts again what was stopped after long failure. Secrets of `security` that are absent are kept while its type and url stay.',
    params,
    body: UpdateWebhook,
    reply: one(Webhook),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  deleteWebhook: {
    method: 'delete',
    path: '/api/v1/webhooks/{id}',
    permission: 'webhook:delete',
    summary: 'Delete a webhook with its deliveries',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  listEventTypes: {
    method: 'get',
    path: '/api/v1/webhooks/events',
    permission: 'webhook:read',
    summary: 'List the events there are',
    reply: many(EventType),
  },
  listWebhookSubscriptions: {
    method: 'get',
    path: '/api/v1/webhooks/{id}/subscriptions',
    permission: 'webhook:read',
    summary: 'List the events a webhook is sent',
    params,
    reply: many(WebhookSubscription),
    errors: ['NOT_FOUND'],
  },
  getWebhookHealth: {
    method: 'get',
    path: '/api/v1/webhooks/{id}/health',
    permission: 'webhook:read',
    summary: 'Read how deliveries to a webhook fare',
    params,
    reply: one(WebhookHealth),
    errors: ['NOT_FOUND'],
  },
  rotateWebhookSecret: {
    method: 'post',
    path: '/api/v1/webhooks/{id}/secret/rotate',
    permission: 'webhook:update',
    summary: 'Give a webhook a new signing secret',
    description: 'During the overlap each delivery carries two signatures. A further rotation ends the one before the previous at once.',
    params,
    body: RotateWebhookSecret,
    reply: one(RotatedWebhookSecret),
    secretReply: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  verifyWebhookSignature: {
    method: 'post',
    path: '/api/v1/webhooks/verify',
    permission: 'webhook:read',
    summary: 'Check the signature of a delivery',
    body: VerifyWebhookSignature,
    reply: one(z.object({ valid: z.boolean().describe('Whether one of the secrets made it, within five minutes') })),
    errors: ['NOT_FOUND'],
  },
  testWebhook: {
    method: 'post',
    path: '/api/v1/webhooks/{id}/test',
    permission: 'webhook:test',
    summary: 'Send a test event to a webhook',
    description: 'Answers 200 whatever the receiver says; `success` tells.',
    params,
    body: TestWebhook,
    reply: one(WebhookTestResult),
    errors: ['NOT_FOUND'],
  },
  testAnyWebhook: {
    method: 'post',
    path: '/api/v1/webhooks/test',
    permission: ['webhook:create', 'webhook:test'],
    summary: 'Send a test event to any address',
    description:
      "To another address than the webhook's own its credentials are not sent, and the signature is of a secret made for the occasion.",
    body: AdHocTest,
    reply: one(WebhookTestResult),
    errors: ['NOT_FOUND'],
  },
  bulkWebhooks: {
    method: 'post',
    path: '/api/v1/webhooks/bulk',
    permission: 'webhook:update',
    mayUse: ['webhook:delete', 'webhook:test'],
    summary: 'Act on several webhooks',
    description: 'delete needs webhook:delete as well, test webhook:test. Tests are sent in the background and found among the deliveries.',
    body: BulkWebhooks,
    reply: one(BulkWebhooksResult),
  },
  getWebhookAnalytics: {
    method: 'get',
    path: '/api/v1/webhooks/{id}/analytics',
    permission: 'webhook:read',
    summary: 'Read how deliveries to a webhook went',
    params,
    query: AnalyticsQuery,
    reply: one(WebhookAnalytics),
    errors: ['NOT_FOUND'],
  },
  getAllWebhooksAnalytics: {
    method: 'get',
    path: '/api/v1/webhooks/analytics',
    permission: 'webhook:read',
    summary: 'Read how deliveries to all webhooks went',
    query: AnalyticsQuery,
    reply: one(WebhookAnalytics),
  },
});
