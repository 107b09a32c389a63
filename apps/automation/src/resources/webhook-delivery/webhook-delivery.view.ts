import type { DeliveryAttempt, WebhookDelivery } from '@psa/contracts-automation';
import type { DeliveryRow } from './webhook-delivery.list.ts';
import type { AttemptRecord } from './webhook-delivery.records.ts';

/** @param pausedUntil until when the receiver is left alone: nothing is sent to it before */
export function toDelivery(row: DeliveryRow, pausedUntil: string | null): WebhookDelivery {
  const {
    delivery_id,
    webhook_id,
    event_id,
    event_type,
    status,
    attempts,
    due_at,
    lease,
    response_status,
    duration_ms,
    error_type,
    error_message,
    is_test,
    is_replay,
    created_at,
    attempted_at,
    completed_at,
  } = row;
  return {
    delivery_id,
    webhook_id,
    event_id,
    event_type,
    status,
    attempt_number: attempts,
    response_status,
    duration_ms,
    error_type,
    error_message,
    // While an attempt is under way its outcome decides.
    next_retry_at: lease === null ? laterOf(due_at, pausedUntil) : null,
    is_test,
    is_replay,
    created_at,
    attempted_at,
    completed_at,
  };
}

function laterOf(due: string | null, pausedUntil: string | null): string | null {
  return due !== null && pausedUntil !== null && pausedUntil > due ? pausedUntil : due;
}

export function toAttempt({ tenant: _, delivery_id: __, ...attempt }: AttemptRecord): DeliveryAttempt {
  return attempt;
}
