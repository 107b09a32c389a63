import { webhookEvents } from '@psa/contracts-automation';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../automation-app.ts';
import type { FailureStreak } from './webhook-delivery.records.ts';
import { lockWebhook, updateWebhookRow } from '../webhook/webhook.records.ts';

/** Stops sending to a webhook and tells of it. What is still waiting for it is given up when its turn comes. */
export async function disableWebhook(tx: Tx, webhookId: string, reason: 'gone' | 'failing', streak: FailureStreak): Promise<void> {
  const webhook = await lockWebhook(tx, webhookId);
  if (webhook?.is_active !== true) return;
  const { version } = await updateWebhookRow(tx, webhookId, {
    is_active: false,
    auto_disabled_at: new Date().toISOString(),
    disabled_reason: reason,
  });
  emit(tx, webhookEvents.disabled, { webhook_id: webhookId, name: webhook.name, reason, ...streak }, version);
}
