import { conflict } from '@psa/contract-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports } from '../../email-app.ts';
import { MailboxError } from '../../ports/mailbox.ts';
import { readHeader } from '../mail/mail-header.ts';
import { findInbound, type InboundRecord, lockInbound, updateInbound } from '../message/message.records.ts';
import { openMailbox } from '../provider/open-mailbox.actions.ts';
import { findProvider } from '../provider/provider.records.ts';
import { fetchMail } from './fetch-mail.actions.ts';

/** Fetches a mail in quarantine that was stored without its bytes, if it is one. @throws CONFLICT when its mailbox does not hand it out */
export async function fetchAgain(db: Db, ports: Ports, messageId: string): Promise<void> {
  const row = await findInbound(db, messageId);
  if (row === undefined || row.raw_blob_id !== null || row.status !== 'quarantined') return;
  if (row.reason !== 'fetch_failed' && row.reason !== 'raw_mime_over_max_bytes') return;
  const provider = row.provider_id === null ? undefined : await findProvider(db, row.provider_id);
  if (provider === undefined) throw conflict('The mailbox of the mail was deleted');
  const mailbox = openMailbox(db, ports, provider);
  try {
    await fetchMail(mailbox, row.external_id, async (mail) => {
      if (mail === null) throw conflict('The mail is no longer in its mailbox');
      if (!Buffer.isBuffer(mail)) throw conflict('The mail is too large to be stored');
      await storeBytes(db, ports, row, mail);
    });
  } catch (error) {
    throw error instanceof MailboxError ? conflict(error.message) : error;
  } finally {
    await mailbox.close();
  }
}

async function storeBytes(db: Db, { blobs }: Pick<Ports, 'blobs'>, { message_id }: InboundRecord, raw: Buffer): Promise<void> {
  const { messageId, from, subject, contentKey } = readHeader(raw);
  const raw_blob_id = uuidv7();
  await blobs.stage(db, raw_blob_id, raw);
  await db.transaction(async (tx) => {
    const before = await lockInbound(tx, message_id);
    // Somebody else was quicker: what was staged is swept.
    if (before === undefined || before.raw_blob_id !== null) return;
    await blobs.keep(tx, raw_blob_id);
    await updateInbound(tx, message_id, {
      raw_blob_id,
      size: raw.length,
      rfc_message_id: messageId,
      content_key: contentKey,
      from_address: from?.address ?? null,
      from_name: from?.name ?? null,
      subject,
    });
  });
}
