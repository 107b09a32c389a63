import type { eventFeedRoutes, webhookDeliveryRoutes, webhookRoutes, webhookTemplateRoutes } from '@psa/contracts-automation';
import type { Fixture } from '@psa/test-kit/derived';
import { aWebhook, CLOSED_RECEIVER, makeDelivery, makeTemplate, makeWebhook } from './make-webhook.ts';

const onWebhook: Fixture = async ({ api }) => ({ params: { id: (await makeWebhook(api)).webhook_id } });

const onTemplate: Fixture = async ({ api }) => ({ params: { id: (await makeTemplate(api)).template_id } });

const onDelivery: Fixture = async ({ api, service, caller }) => {
  const { webhook_id } = await makeWebhook(api);
  return { params: { id: webhook_id, deliveryId: await makeDelivery(service, caller.tenant, webhook_id) } };
};

export const webhookFixtures: { readonly [K in keyof typeof webhookRoutes]: Fixture } = {
  listWebhooks: async (world) => {
    await onWebhook(world);
    return {};
  },
  createWebhook: () => ({ body: aWebhook() }),
  getWebhook: onWebhook,
  updateWebhook: async (world) => ({ ...(await onWebhook(world)), body: { description: 'Changed' } }),
  deleteWebhook: onWebhook,
  listEventTypes: () => ({}),
  listWebhookSubscriptions: onWebhook,
  getWebhookHealth: onWebhook,
  rotateWebhookSecret: async (world) => ({ ...(await onWebhook(world)), body: { overlap_seconds: 60 } }),
  verifyWebhookSignature: async ({ api }) => ({
    body: { webhook_id: (await makeWebhook(api)).webhook_id, message_id: 'm', timestamp: '1700000000', signature: 'v1,x', body: '{}' },
  }),
  testWebhook: async (world) => ({ ...(await onWebhook(world)), body: { test_payload: { hello: 'world' } } }),
  testAnyWebhook: () => ({ body: { override_url: CLOSED_RECEIVER } }),
  bulkWebhooks: async ({ api }) => ({ body: { webhook_ids: [(await makeWebhook(api)).webhook_id], operation: 'deactivate' } }),
  getWebhookAnalytics: onWebhook,
  getAllWebhooksAnalytics: async (world) => {
    await onWebhook(world);
    return {};
  },
};

export const webhookDeliveryFixtures: { readonly [K in keyof typeof webhookDeliveryRoutes]: Fixture } = {
  listWebhookDeliveries: async (world) => {
    const { params } = await onDelivery(world);
    return { params: { id: params?.['id'] ?? '' } };
  },
  getWebhookDelivery: onDelivery,
  retryWebhookDelivery: onDelivery,
  replayWebhookEvents: async (world) => ({ ...(await onWebhook(world)), body: { from: '2026-01-01T00:00:00Z' } }),
};

export const webhookTemplateFixtures: { readonly [K in keyof typeof webhookTemplateRoutes]: Fixture } = {
  listWebhookTemplates: async (world) => {
    await onTemplate(world);
    return {};
  },
  createWebhookTemplate: () => ({ body: { name: 'Chat', category: 'chat' } }),
  getWebhookTemplate: onTemplate,
  updateWebhookTemplate: async (world) => ({ ...(await onTemplate(world)), body: { name: 'Renamed' } }),
  deleteWebhookTemplate: onTemplate,
  createWebhookFromTemplate: async (world) => ({ ...(await onTemplate(world)), body: { name: 'From a template', url: CLOSED_RECEIVER } }),
};

export const eventFeedFixtures: { readonly [K in keyof typeof eventFeedRoutes]: Fixture } = {
  readEvents: () => ({}),
};
