import { conflict, notFound } from '@psa/contract-kit';
import { inboundEmailEvents } from '@psa/contracts-email';
import { emit } from '@psa/events-kit';
import { wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../email-app.ts';
import { inboundQueue } from './inbound.queue.ts';
import { type InboundRecord, lockInbound, updateInbound } from '../message/message.records.ts';
import { inboundFacts } from '../message/message.view.ts';

/** Lets a mail in quarantine be processed after all. @throws NOT_FOUND, CONFLICT when it is not in quarantine, or its bytes were not kept */
export function releaseInbound(db: Db, messageId: string): Promise<InboundRecord> {
  return db.transaction(async (tx) => {
    const row = await requireQuarantined(tx, messageId);
    if (row.raw_blob_id === null) throw conflict('The mail is not stored: it was too large, or is too old');
    const next = await updateInbound(tx, messageId, {
      status: 'received',
      reason: null,
      error: null,
      failures: 0,
      crashes: 0,
      released_at: new Date().toISOString(),
    });
    inboundQueue.add(tx, [{ job_id: uuidv7(), payload: { message_id: messageId } }]);
    tx.afterCommit(() => wakeWorker(inboundQueue.table));
    return next;
  });
}

/** Discards a mail in quarantine. @throws NOT_FOUND, CONFLICT */
export function discardInbound(db: Db, messageId: string): Promise<InboundRecord> {
  return db.transaction(async (tx) => {
    await requireQuarantined(tx, messageId);
    const row = await updateInbound(tx, messageId, { status: 'discarded', outcome: 'skipped', processed_at: new Date().toISOString() });
    const { reason } = row;
    emit(
      tx,
      inboundEmailEvents.processed,
      { ...inboundFacts(row), outcome: 'skipped', reason, ticket_id: null, comment_id: null },
      row.version,
    );
    return row;
  });
}

async function requireQuarantined(tx: Tx, messageId: string): Promise<InboundRecord> {
  const row = await lockInbound(tx, messageId);
  if (row === undefined) throw notFound('Email');
  if (row.status !== 'quarantined') throw conflict('The email is not in quarantine');
  return row;
}
