import { invalidField } from '@psa/contract-kit';
import { outboundEmailEvents } from '@psa/contracts-email';
import { emit } from '@psa/events-kit';
import { addToRowCount } from '@psa/postgres-kit';
import { wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Ports, Tx } from '../../email-app.ts';
import { isAddress, oneLine } from '../mail/mail-header.ts';
import { addReferences } from '../message/message.records.ts';
import { messageReference } from '../message/match-ticket.records.ts';
import { contentPlace, findByKey, type OutboundRecord } from './outbound.records.ts';
import { outboundQueue } from './outbound.queue.ts';
import type { StagedFile, ThreadHeaders } from './outbound.tables.ts';
import { outboundFacts } from './outbound.view.ts';

/** What is sealed of a mail until it was sent. */
export interface MailContent {
  readonly text: string | null;
  readonly html: string | null;
}

export interface NewMail extends MailContent {
  readonly idempotencyKey: string;
  readonly source: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly files: readonly StagedFile[];
  readonly isEssential: boolean;
  /** A rule or another program wrote it. Mails of services other than the desk are marked so in any case. */
  readonly isAutomatic?: boolean;
  readonly providerId: string | null;
  readonly thread: ThreadHeaders | null;
  readonly ticketId: string | null;
  readonly commentId: string | null;
  /** References answers to it are known by, beside its Message-ID. */
  readonly references: readonly string[];
}

/** Queues a mail in the transaction that causes it; under a key that was used, gives the mail that was queued then. @throws VALIDATION_ERROR */
export async function queueMail(tx: Tx, ports: Pick<Ports, 'secrets' | 'installation'>, mail: NewMail): Promise<OutboundRecord> {
  const former = await findByKey(tx, mail.idempotencyKey);
  if (former !== undefined) return former;
  const mail_id = uuidv7();
  const rfc_message_id = `<psa.${mail_id}@${ports.installation.publicUrl.hostname}>`;
  const row = await tx
    .insertInto('outbound_emails')
    .values({
      mail_id,
      idempotency_key: mail.idempotencyKey,
      source: mail.source,
      recipients_to: addresses(mail.to, 'to'),
      recipients_cc: addresses(mail.cc, 'cc'),
      recipients_bcc: addresses(mail.bcc, 'bcc'),
      subject: oneLine(mail.subject),
      status: 'queued',
      rfc_message_id,
      provider_id: mail.providerId,
      thread_headers: mail.thread && JSON.stringify(mail.thread),
      is_essential: mail.isEssential,
      is_automatic: mail.isAutomatic ?? false,
      sealed_content: await ports.secrets.seal(tx, JSON.stringify({ text: mail.text, html: mail.html }), contentPlace(mail_id)),
      files: JSON.stringify(mail.files),
      bounces: '[]',
      ticket_id: mail.ticketId,
      comment_id: mail.commentId,
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
  // Another call with the key was quicker, and has committed by now.
  if (row === undefined) return (await findByKey(tx, mail.idempotencyKey)) as OutboundRecord;
  addToRowCount(tx, 'outbound_emails', 1);
  if (mail.ticketId !== null)
    await addReferences(tx, [messageReference(rfc_message_id), ...mail.references], {
      ticket_id: mail.ticketId,
      comment_id: mail.commentId,
    });
  outboundQueue.add(tx, [{ job_id: uuidv7(), payload: { mail_id }, priority: mail.isEssential ? 10 : 0 }]);
  emit(tx, outboundEmailEvents.queued, outboundFacts(row), row.version);
  tx.afterCommit(() => wakeWorker(outboundQueue.table));
  return row;
}

function addresses(given: readonly string[], member: string): string[] {
  return [
    ...new Set(
      given.map((text, place) => {
        const address = (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase();
        if (!isAddress(address)) throw invalidField([member, place], 'must be an email address', 'invalid_format');
        return address;
      }),
    ),
  ];
}
