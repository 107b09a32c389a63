import { randomUUID } from 'node:crypto';
import type { Webhook, WebhookTemplate } from '@psa/contracts-automation';
import type { TestApi, TestService } from '@psa/test-kit';

/** An address that may be called and where nobody listens. */
export const CLOSED_RECEIVER = 'http://127.0.0.1:1/hook';

/** A valid body of a new webhook. */
export function aWebhook(given: Record<string, unknown> = {}): Record<string, unknown> {
  return { name: 'Receiver', url: CLOSED_RECEIVER, event_types: ['asset.*'], ...given };
}

/** Creates a webhook. */
export async function makeWebhook(api: TestApi, given: Record<string, unknown> = {}): Promise<Webhook & { signing_secret: string }> {
  const { status, body, text } = await api.post('/api/v1/webhooks', aWebhook(given));
  if (status !== 201) throw new Error(text);
  return body.data as Webhook & { signing_secret: string };
}

/** Creates a webhook template. */
export async function makeTemplate(api: TestApi, given: Record<string, unknown> = {}): Promise<WebhookTemplate> {
  return (await api.post('/api/v1/webhooks/templates', { name: 'Chat', category: 'chat', ...given })).body.data as WebhookTemplate;
}

/** A delivery of a webhook that was given up. @returns its id */
export async function makeDelivery(service: TestService, tenant: string, webhookId: string): Promise<string> {
  const id = randomUUID();
  await service.sql(
    `insert into webhook_deliveries (tenant, delivery_id, webhook_id, event_id, event_type, body, status, is_test, is_replay, attempts, completed_at)
     values ($1, $2, $3, $4, 'asset.created', '{}', 'abandoned', false, false, 1, now())`,
    [tenant, id, webhookId, randomUUID()],
  );
  return id;
}
