import type { Db } from '../../automation-app.ts';
import { disableWebhook } from './disable-webhook.actions.ts';
import type { Receiver } from './receiver.ts';
import { DISABLE_AFTER_MS, pauseAfter, retryDelay } from './retry.rules.ts';
import type { Sent } from './send.ts';
import { type ClaimedDelivery, pauseWebhook, settleDelivery } from './webhook-delivery.records.ts';

const GONE = 410;
const LONGEST_PAUSE_MS = 60 * 60 * 1000;

/** Notes how an attempt went, and draws the conclusions: when it is tried again, and whether the receiver is left alone or given up. */
export async function settle(
  db: Db,
  { webhook }: Pick<Receiver, 'webhook'>,
  delivery: ClaimedDelivery,
  { attempt, delivered, wishMs }: Sent,
): Promise<void> {
  const webhookId = webhook.webhook_id;
  if (delivered) {
    await settleDelivery(db, { webhookId, delivery, status: 'delivered', retryMs: null, attempt });
    return;
  }
  const isGone = attempt.response_status === GONE;
  // An address that must not be called stays one, and a receiver that is gone has said so for good.
  const isFinal = isGone || attempt.error_type === 'forbidden';
  const retryMs = isFinal ? undefined : retryDelay(webhook.retry_config, delivery.round_attempts + 1, Math.random(), wishMs);
  await db.transaction(async (tx) => {
    const streak = await settleDelivery(tx, {
      webhookId,
      delivery,
      status: retryMs === undefined ? 'abandoned' : 'retrying',
      retryMs: retryMs ?? null,
      attempt,
    });
    if (streak === undefined) return;
    const { consecutive_failures, failing_since } = streak;
    const hasFailedLong = failing_since !== null && Date.parse(failing_since) <= Date.now() - DISABLE_AFTER_MS;
    if (isGone || hasFailedLong) return disableWebhook(tx, webhookId, isGone ? 'gone' : 'failing', streak);
    const pauseMs = Math.max(pauseAfter(consecutive_failures), Math.min(wishMs, LONGEST_PAUSE_MS));
    if (pauseMs > 0) await pauseWebhook(tx, webhookId, pauseMs);
  });
}
