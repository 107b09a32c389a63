import { Egress, egressPolicy, resolveByDns } from '@psa/egress-kit';
import { TenantDb } from '@psa/postgres-kit';
import { type AnyService, defineService } from '@psa/service-kit';
import type { AutomationApp } from './automation-app.ts';
import { automationSettings } from './automation-settings.ts';
import { migrations } from './migrations/index.ts';
import { automationMetaHandlers } from './resources/automation-meta/automation-meta.handlers.ts';
import { eventFeedHandlers } from './resources/event-feed/event-feed.handlers.ts';
import { feedHints } from './resources/event-feed/feed-hints.ts';
import { deliveryWorker } from './resources/webhook-delivery/delivery-worker.ts';
import { DueWebhooks } from './resources/webhook-delivery/due-webhooks.ts';
import { webhookDeliveryHandlers } from './resources/webhook-delivery/webhook-delivery.handlers.ts';
import { webhookTemplateHandlers } from './resources/webhook-template/webhook-template.handlers.ts';
import { webhookHandlers } from './resources/webhook/webhook.handlers.ts';
import { deliveryRetention } from './schedules/delivery-retention.ts';
import { feedRetention } from './schedules/feed-retention.ts';
import { recordEvents } from './subscriptions/record-events.ts';
import type { Tables } from './tables.ts';

/** Connections to one receiver: tenants share receivers that are services of others. */
const CONNECTIONS = 64;

/** Rules with what they did, webhooks out, and the feed of events: the service that lives from the others' events. */
export const automationService: AnyService = defineService<AutomationApp, typeof automationSettings>({
  name: 'automation',
  settings: automationSettings,
  migrations,
  routes: [
    ...automationMetaHandlers, ...webhookHandlers, ...webhookDeliveryHandlers, ...webhookTemplateHandlers, ...eventFeedHandlers,
  ],
  subscriptions: [...recordEvents],
  schedules: [feedRetention, deliveryRetention],
  workers: [deliveryWorker],
  sealed: [
    { table: 'webhooks', column: 'sealed_credential', row: 'webhook_id' }, { table: 'webhook_secrets', column: 'sealed', row: 'secret_id' },
  ],
  ports: ({ settings, broker, database, workerDatabase, log, secrets }) => {
    const policy = egressPolicy(settings.PSA_EGRESS_ALLOW);
    return {
      asTenant: (cause) => new TenantDb<Tables>(database, cause), workerDatabase, log, secrets,
      egress: new Egress({ policy, resolve: resolveByDns(policy), connections: CONNECTIONS }), egressPolicy: policy,
      dueWebhooks: new DueWebhooks(), feedHints: feedHints(broker),
    };
  },
});
