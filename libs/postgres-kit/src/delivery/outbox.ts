import { ApiError, type EventEnvelope } from '@psa/contract-kit';
import type { Merged } from '../driver/merge-deferred.ts';
import type { TransactionCore } from '../tenancy/tenant-scope.ts';

/** What an event may weigh: a broker takes 1 MiB, and every consumer, delivery and log holds it several times. */
export const LARGEST_EVENT_BYTES = 64 * 1024;

const APPEND = 'insert into outbox (event_id, subject, envelope) values ($1, $2, $3)';
/** Positions are drawn in the order of the arrays. */
const APPEND_ALL: Merged = {
  text: 'insert into outbox (event_id, subject, envelope) values (unnest($1::uuid[]), unnest($2::text[]), unnest($3::text[]))',
  values: (all) => [0, 1, 2].map((place) => all.map((values) => values[place])),
  drawsByRow: true,
};

/**
 * Records an event in the transaction that causes it; it is published after the commit and never without it.
 * Sent together with COMMIT. The position is drawn then, while the transaction holds the aggregate's row lock:
 * events of one aggregate therefore have positions in the order of their versions.
 * @throws PAYLOAD_TOO_LARGE, so that a change nobody could be told of does not happen
 */
export function appendToOutbox(tx: TransactionCore, subject: string, envelope: EventEnvelope): void {
  const text = JSON.stringify(envelope);
  const bytes = Buffer.byteLength(text);
  if (bytes > LARGEST_EVENT_BYTES)
    throw new ApiError(
      'PAYLOAD_TOO_LARGE',
      `The change is too large to be told of: its event would have ${bytes} bytes, and may have ${LARGEST_EVENT_BYTES}`,
    );
  tx.atCommit(APPEND, [envelope.id, subject, text], APPEND_ALL);
}
