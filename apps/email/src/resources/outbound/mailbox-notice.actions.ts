import { wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../email-app.ts';
import { type MailboxNotice, outboundQueue } from './outbound.queue.ts';

/** Has the administrators told that a mailbox fails, in the transaction that notes it. */
export function queueMailboxNotice(tx: Tx, provider_id: string, notice: MailboxNotice['notice']): void {
  const notice_id = uuidv7();
  outboundQueue.add(tx, [{ job_id: notice_id, payload: { provider_id, notice, notice_id }, priority: 10 }]);
  tx.afterCommit(() => wakeWorker(outboundQueue.table));
}
