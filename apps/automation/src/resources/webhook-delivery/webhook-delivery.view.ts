import type { DeliveryAttempt, WebhookDelivery } from '@psa/contracts-automation';
import type { DeliveryRow } from './webhook-delivery.list.ts';
import type { AttemptRecord } from './webhook-delivery.records.ts';

export function toDelivery(row: DeliveryRow): WebhookDelivery {
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
    next_retry_at: lease === null ? due_at : null,
    is_test,
    is_replay,
    created_at,
    attempted_at,
    completed_at,
  };
}

export function toAttempt({ tenant: _, delivery_id: __, ...attempt }: AttemptRecord): DeliveryAttempt {
  return attempt;
}
