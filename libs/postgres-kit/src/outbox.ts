import type { EventEnvelope } from '@psa/contract-kit';
import type { TransactionCore } from './tenant-scope.ts';

const APPEND = 'insert into outbox (event_id, subject, envelope) values ($1, $2, $3)';

/**
 * Records an event in the transaction that causes it; it is published after the commit and never without it.
 * Sent together with COMMIT. The position is drawn then, while the transaction holds the aggregate's row lock:
 * events of one aggregate therefore have positions in the order of their versions.
 */
export function appendToOutbox(tx: TransactionCore, subject: string, envelope: EventEnvelope): void {
  tx.atCommit(APPEND, [envelope.id, subject, JSON.stringify(envelope)]);
}
