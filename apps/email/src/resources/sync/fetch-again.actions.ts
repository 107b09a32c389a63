import { ApiError, conflict } from '@psa/contract-kit';
import { inboundEmailEvents } from '@psa/contracts-email';
import { emit } from '@psa/events-kit';
import { wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../email-app.ts';
import { MailboxError } from '../../ports/mailbox.ts';
import { inboundQueue } from '../inbound/inbound.queue.ts';
import { readHeader } from '../mail/mail-header.ts';
import { findInbound, type InboundRecord, lockInbound, updateInbound } from '../message/message.records.ts';
import { inboundFacts } from '../message/message.view.ts';
import { openMailbox } from '../provider/open-mailbox.actions.ts';
import { findProvider, type ProviderRecord } from '../provider/provider.records.ts';
import { fetchMail } from './fetch-mail.actions.ts';
import { noteUnfetched } from './unfetched.records.ts';

/** Fetches a mail in quarantine that was stored without its bytes, if it is one. @throws CONFLICT when its mailbox does not hand it out */
export async function fetchAgain(db: Db, ports: Ports, messageId: string): Promise<void> {
  const row = await findInbound(db, messageId);
  if (row !== undefined && isUnfetched(row)) await fetchBytes(db, ports, row);
}

/** Fetches such a mail in the product's own name, and lets it be processed like one that was fetched at once. A failure is noted. */
export async function fetchByItself(db: Db, ports: Ports, messageId: string): Promise<void> {
  const row = await findInbound(db, messageId);
  if (row === undefined || !isUnfetched(row)) return;
  try {
    await fetchBytes(db, ports, row, receive);
  } catch (error) {
    await noteUnfetched(db, messageId, row.failures + 1);
    if (!(error instanceof ApiError)) throw error;
  }
}

function isUnfetched({ raw_blob_id, status, reason }: InboundRecord): boolean {
  return raw_blob_id === null && status === 'quarantined' && (reason === 'fetch_failed' || reason === 'raw_mime_over_max_bytes');
}

type Then = (tx: Tx, messageId: string, provider: ProviderRecord) => Promise<void>;

/** @param then what becomes of the mail in the transaction that stores its bytes @throws CONFLICT */
async function fetchBytes(db: Db, ports: Ports, row: InboundRecord, then?: Then): Promise<void> {
  const provider = row.provider_id === null ? undefined : await findProvider(db, row.provider_id);
  if (provider === undefined) throw conflict('The mailbox of the mail was deleted');
  const mailbox = openMailbox(db, ports, provider);
  try {
    await fetchMail(mailbox, row.external_id, async (mail) => {
      if (mail === null) throw conflict('The mail is no longer in its mailbox');
      if (!Buffer.isBuffer(mail)) throw conflict('The mail is too large to be stored');
      await storeBytes(db, ports, row, mail, (tx) => then?.(tx, row.message_id, provider));
    });
  } catch (error) {
    throw error instanceof MailboxError ? conflict(error.message) : error;
  } finally {
    await mailbox.close();
  }
}

/** Lets a mail be processed whose bytes are there now, unless its mailbox holds all mail back. */
async function receive(tx: Tx, messageId: string, { config }: ProviderRecord): Promise<void> {
  if (config['auto_process_emails'] === false) {
    await updateInbound(tx, messageId, { reason: 'manual', error: null });
    return;
  }
  const row = await updateInbound(tx, messageId, { status: 'received', reason: null, error: null, failures: 0, crashes: 0 });
  inboundQueue.add(tx, [{ job_id: uuidv7(), payload: { message_id: messageId } }]);
  emit(tx, inboundEmailEvents.received, inboundFacts(row), row.version);
  tx.afterCommit(() => wakeWorker(inboundQueue.table));
}

async function storeBytes(
  db: Db,
  { blobs }: Pick<Ports, 'blobs'>,
  { message_id }: InboundRecord,
  raw: Buffer,
  then: (tx: Tx) => Promise<void> | undefined,
): Promise<void> {
  const { messageId, from, subject, contentKey } = readHeader(raw);
  const raw_blob_id = uuidv7();
  await blobs.stage(db, raw_blob_id, raw);
  await db.transaction(async (tx) => {
    const before = await lockInbound(tx, message_id);
    // Somebody else was quicker: what was staged is swept.
    if (before === undefined || !isUnfetched(before)) return;
    await blobs.keep(tx, raw_blob_id);
    await updateInbound(tx, message_id, {
      raw_blob_id,
      fetch_again_at: null,
      size: raw.length,
      rfc_message_id: messageId,
      content_key: contentKey,
      from_address: from?.address ?? null,
      from_name: from?.name ?? null,
      subject,
    });
    await then(tx);
  });
}
