import { notFound } from '@psa/contract-kit';
import { webhookRoutes } from '@psa/contracts-automation';
import { versioned } from '@psa/http-kit';
import { type Db, handlers, type Ports } from '../../automation-app.ts';
import { eventCatalogue } from '../../event-catalogue.ts';
import { readAnalytics } from '../webhook-delivery/analytics.records.ts';
import { analyticsPeriod, recentPeriod } from '../webhook-delivery/analytics.rules.ts';
import { loadReceiver, type Receiver } from '../webhook-delivery/receiver.ts';
import { isSigned } from '../webhook/signature.ts';
import { testAddress, testWebhook } from '../webhook-delivery/test-webhook.actions.ts';
import { countWaiting } from '../webhook-delivery/webhook-delivery.records.ts';
import { bulkWebhooks } from './bulk-webhooks.actions.ts';
import { selects } from '../webhook/event-selection.rules.ts';
import { listEventTypes } from '../webhook/event-types.ts';
import { readSigningSecrets } from '../webhook/webhook-secret.records.ts';
import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from './webhook.actions.ts';
import { listWebhooks } from '../webhook/webhook.list.ts';
import { findWebhook, type WebhookRow } from '../webhook/webhook.records.ts';
import { demandEveryTicket } from '../event-feed/hidden-tickets.access.ts';
import { demandReadersOf, requireKnownEvents } from '../webhook/webhook.rules.ts';
import { successRate, toWebhook } from '../webhook/webhook.view.ts';

export const webhookHandlers = handlers(webhookRoutes, {
  listWebhooks: async ({ db, query }) => {
    const { rows, pagination } = await listWebhooks(db, query);
    return { data: rows.map(toWebhook), pagination };
  },

  createWebhook: async ({ db, principal, ports, body }) => {
    requireKnownEvents(body.event_types, eventCatalogue);
    demandReadersOf(body.event_types, eventCatalogue, principal);
    await demandEveryTicket(db, ports, principal, body.event_types);
    const { row, secret } = await createWebhook(db, ports, body, principal.userId);
    return versioned({ data: { ...toWebhook(row), signing_secret: secret } }, row.version, `/api/v1/webhooks/${row.webhook_id}`);
  },

  getWebhook: async ({ db, params }) => {
    const [row, { metrics }] = await Promise.all([found(db, params.id), readAnalytics(db, recentPeriod(Date.now()), params.id)]);
    const { total_deliveries, successful_deliveries, failed_deliveries, success_rate } = metrics;
    const last_24h = { total_deliveries, successful_deliveries, failed_deliveries, success_rate };
    return versioned({ data: { ...toWebhook(row), recent_stats: { last_24h } } }, row.version);
  },

  updateWebhook: async ({ db, principal, ports, params, body, ifMatch }) => {
    if (body.event_types !== undefined) requireKnownEvents(body.event_types, eventCatalogue);
    // Whatever is changed, a new address above all: whoever changes where events go to could read them there.
    const { event_types } = await found(db, params.id);
    const selected = [...event_types, ...(body.event_types ?? [])];
    demandReadersOf(selected, eventCatalogue, principal);
    await demandEveryTicket(db, ports, principal, selected);
    const row = await updateWebhook(db, ports, params.id, body, ifMatch);
    return versioned({ data: toWebhook(row) }, row.version);
  },

  deleteWebhook: ({ db, params, ifMatch }) => deleteWebhook(db, params.id, ifMatch),

  listEventTypes: () => ({ data: listEventTypes() }),

  listWebhookSubscriptions: async ({ db, params }) => {
    const { event_types } = await found(db, params.id);
    return {
      data: listEventTypes().flatMap(({ event_type, summary }) => {
        const pattern = event_types.find((candidate) => selects(candidate, event_type));
        return pattern === undefined ? [] : [{ event_type, pattern, summary }];
      }),
    };
  },

  getWebhookHealth: async ({ db, params }) => {
    const [row, waiting] = await Promise.all([found(db, params.id), countWaiting(db, params.id)]);
    const {
      webhook_id,
      is_active,
      auto_disabled_at,
      disabled_reason,
      consecutive_failures,
      failing_since,
      paused_until,
      last_delivery_at,
      last_success_at,
      last_failure_at,
    } = row;
    const status = consecutive_failures > 0 ? ('failing' as const) : ('healthy' as const);
    const pausedNow = paused_until !== null && Date.parse(paused_until) > Date.now() ? paused_until : null;
    return {
      data: {
        webhook_id,
        status: is_active ? status : ('disabled' as const),
        is_active,
        auto_disabled_at,
        disabled_reason,
        consecutive_failures,
        failing_since,
        paused_until: pausedNow,
        waiting_deliveries: waiting,
        success_rate: successRate(row.successful_deliveries, row.failed_deliveries),
        last_delivery_at,
        last_success_at,
        last_failure_at,
      },
    };
  },

  rotateWebhookSecret: async ({ db, ports, params, body }) => {
    const { secret, previousValidUntil } = await rotateSecret(db, ports, params.id, body.overlap_seconds);
    return { data: { webhook_id: params.id, signing_secret: secret, previous_secret_valid_until: previousValidUntil } };
  },

  verifyWebhookSignature: async ({ db, ports, body }) => {
    await found(db, body.webhook_id);
    return { data: { valid: isSigned(await readSigningSecrets(db, ports, body.webhook_id), body, Date.now()) } };
  },

  testWebhook: async ({ db, ports, params, body }) => ({
    data: await testWebhook(db, ports, await receiverOf(db, ports, params.id), body),
  }),

  testAnyWebhook: async ({ db, ports, body: { webhook_id, override_url, ...test } }) => {
    const receiver = webhook_id === undefined ? undefined : await receiverOf(db, ports, webhook_id);
    if (receiver !== undefined && (override_url === undefined || override_url === receiver.webhook.url))
      return { data: await testWebhook(db, ports, receiver, test) };
    return { data: await testAddress(db, ports, override_url as string, test, receiver) };
  },

  bulkWebhooks: async ({ db, ports, principal, body }) => ({ data: await bulkWebhooks(db, ports, principal, body) }),

  getWebhookAnalytics: async ({ db, params, query }) => {
    await found(db, params.id);
    return { data: await readAnalytics(db, analyticsPeriod(query, Date.now()), params.id) };
  },

  getAllWebhooksAnalytics: async ({ db, query }) => ({ data: await readAnalytics(db, analyticsPeriod(query, Date.now())) }),
});

/** @throws NOT_FOUND */
async function found(db: Db, webhookId: string): Promise<WebhookRow> {
  const row = await findWebhook(db, webhookId);
  if (row === undefined) throw notFound('Webhook');
  return row;
}

/** @throws NOT_FOUND */
async function receiverOf(db: Db, ports: Ports, webhookId: string): Promise<Receiver> {
  const receiver = await loadReceiver(db, ports, webhookId);
  if (receiver === undefined) throw notFound('Webhook');
  return receiver;
}
