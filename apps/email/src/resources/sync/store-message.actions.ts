import { inboundEmailEvents } from '@psa/contracts-email';
import { emit } from '@psa/events-kit';
import { addToRowCount } from '@psa/postgres-kit';
import { wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports } from '../../email-app.ts';
import type { ListedMessage } from '../../ports/mailbox.ts';
import { inboundQueue } from '../inbound/inbound.queue.ts';
import { readHeader } from '../mail/mail-header.ts';
import { inboundFacts } from '../message/message.view.ts';
import type { ProviderRecord } from '../provider/provider.records.ts';
import type { WithoutBytes } from './fetch-mail.actions.ts';
import { fetchAgainAt } from './unfetched.records.ts';

/** Ids of a page that are stored already. */
export async function knownMessages(db: Db, mailbox: string, externalIds: readonly string[]): Promise<Set<string>> {
  if (externalIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('inbound_emails')
    .select('external_id')
    .where('mailbox', '=', mailbox)
    .where('external_id', 'in', [...externalIds])
    .execute();
  return new Set(rows.map(({ external_id }) => external_id));
}

/**
 * Stores a mail as it arrived, once for its mailbox, together with the job that processes it.
 * @param mail its bytes, or why it is stored without them
 * @returns whether it was new
 */
export async function storeMessage(
  db: Db,
  { blobs }: Pick<Ports, 'blobs'>,
  provider: ProviderRecord,
  listed: ListedMessage,
  mail: Buffer | WithoutBytes,
): Promise<boolean> {
  const [raw, unfetched] = Buffer.isBuffer(mail) ? [mail, undefined] : [null, mail];
  const head = raw ?? unfetched?.summary?.header;
  const header = head === undefined ? undefined : readHeader(head);
  const isHeld = unfetched !== undefined || provider.config['auto_process_emails'] === false;
  const message_id = uuidv7();
  const raw_blob_id = raw === null ? null : uuidv7();
  if (raw !== null && raw_blob_id !== null) await blobs.stage(db, raw_blob_id, raw);
  return db.transaction(async (tx) => {
    const row = await tx
      .insertInto('inbound_emails')
      .values({
        message_id,
        provider_id: provider.provider_id,
        mailbox: provider.mailbox,
        external_id: listed.externalId,
        external_thread_id: listed.threadId,
        rfc_message_id: header?.messageId ?? null,
        // Without its Message-ID it is known again by its bytes alone.
        content_key: header === undefined || (raw === null && header.messageId === null) ? message_id : header.contentKey,
        from_address: header?.from?.address ?? null,
        from_name: header?.from?.name ?? null,
        subject: header?.subject ?? '',
        size: raw?.length ?? unfetched?.summary?.size ?? 0,
        raw_blob_id,
        status: isHeld ? 'quarantined' : 'received',
        reason: unfetched?.reason ?? (isHeld ? 'manual' : null),
        error: unfetched?.error ?? null,
        fetch_again_at: unfetched?.reason === 'fetch_failed' ? fetchAgainAt(0) : null,
        received_at: new Date().toISOString(),
      })
      .onConflict((conflict) => conflict.columns(['tenant', 'mailbox', 'external_id']).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return false;
    addToRowCount(tx, 'inbound_emails', 1);
    if (raw_blob_id !== null) await blobs.keep(tx, raw_blob_id);
    if (isHeld) emit(tx, inboundEmailEvents.quarantined, { ...inboundFacts(row), reason: row.reason ?? 'manual' }, row.version);
    else {
      inboundQueue.add(tx, [{ job_id: message_id, payload: { message_id } }]);
      emit(tx, inboundEmailEvents.received, inboundFacts(row), row.version);
      tx.afterCommit(() => wakeWorker(inboundQueue.table));
    }
    return true;
  });
}
