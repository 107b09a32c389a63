import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../email-app.ts';
import type { InboundEmailsTable, MailAttachmentsTable } from './message.tables.ts';

export type InboundRecord = Selectable<InboundEmailsTable>;
export type AttachmentRecord = Selectable<MailAttachmentsTable>;

export async function findInbound(db: Db, messageId: string): Promise<InboundRecord | undefined> {
  return db.selectFrom('inbound_emails').selectAll().where('message_id', '=', messageId).executeTakeFirst();
}

export async function lockInbound(tx: Tx, messageId: string): Promise<InboundRecord | undefined> {
  return tx.selectFrom('inbound_emails').selectAll().where('message_id', '=', messageId).forUpdate().executeTakeFirst();
}

export async function updateInbound(tx: Tx, messageId: string, changes: Updateable<InboundEmailsTable>): Promise<InboundRecord> {
  return tx
    .updateTable('inbound_emails')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('message_id', '=', messageId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The same mail, as it came by another mailbox and was processed. */
export async function findTwin(db: Db, { message_id, content_key }: InboundRecord): Promise<InboundRecord | undefined> {
  return db
    .selectFrom('inbound_emails')
    .selectAll()
    .where('content_key', '=', content_key)
    .where('message_id', '<>', message_id)
    .where('status', '=', 'processed')
    .limit(1)
    .executeTakeFirst();
}

/** Whether one of these mails is stored and not yet processed. One whose processing is about to be committed is waited for. */
export async function isAwaited(db: Db, messageId: string, rfcMessageIds: readonly string[]): Promise<boolean> {
  if (rfcMessageIds.length === 0) return false;
  const row = await db
    .selectFrom('inbound_emails')
    .select('message_id')
    .where('rfc_message_id', 'in', [...rfcMessageIds])
    .where('message_id', '<>', messageId)
    .where('status', '=', 'received')
    .limit(1)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts an attempt to process a mail until it ends, whatever becomes of the process. @returns those that never ended, this one included */
export async function countCrash(db: Db, messageId: string): Promise<number> {
  const row = await db
    .updateTable('inbound_emails')
    .set({ crashes: sql`crashes + 1` })
    .where('message_id', '=', messageId)
    .returning('crashes')
    .executeTakeFirst();
  return row?.crashes ?? 0;
}

/** Notes how an attempt ended that processed nothing. */
export async function noteAttempt(db: Db, messageId: string, { failures }: { readonly failures: number }): Promise<void> {
  await db.updateTable('inbound_emails').set({ failures, crashes: 0 }).where('message_id', '=', messageId).execute();
}

/** The mail that a comment came by, once it is noted as processed. */
export async function findMailOfComment(db: Db, ticketId: string, commentId: string): Promise<InboundRecord | undefined> {
  return db
    .selectFrom('inbound_emails')
    .selectAll()
    .where('ticket_id', '=', ticketId)
    .where('comment_id', '=', commentId)
    .where('status', '=', 'processed')
    .limit(1)
    .executeTakeFirst();
}

/** Mails of a sender within the last hour that were not held back. */
export async function countRecent(db: Db, address: string): Promise<number> {
  const { count } = await db
    .selectFrom('inbound_emails')
    .select(sql<number>`count(*)`.as('count'))
    .where('from_address', '=', address)
    .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
    .where('status', '=', 'processed')
    .executeTakeFirstOrThrow();
  return count;
}

export async function listAttachments(db: Db, messageId: string): Promise<AttachmentRecord[]> {
  return db.selectFrom('mail_attachments').selectAll().where('message_id', '=', messageId).orderBy('place').limit(1000).execute();
}

export async function findAttachment(db: Db, attachmentId: string): Promise<AttachmentRecord | undefined> {
  return db.selectFrom('mail_attachments').selectAll().where('attachment_id', '=', attachmentId).executeTakeFirst();
}

export interface ReferencedTicket {
  readonly reference: string;
  readonly ticket_id: string;
}

/** The tickets that references belong to; references in their own order. */
export async function findReferences(db: Db, references: readonly string[]): Promise<Map<string, string>> {
  if (references.length === 0) return new Map();
  const rows = await db
    .selectFrom('mail_references')
    .select(['reference', 'ticket_id'])
    .where('reference', 'in', [...references])
    .execute();
  return new Map(rows.map(({ reference, ticket_id }) => [reference, ticket_id]));
}

/** Notes that whoever refers to this means that ticket. What was noted first stays. */
export async function addReferences(
  tx: Tx,
  references: readonly string[],
  ticket: { readonly ticket_id: string; readonly comment_id: string | null },
): Promise<void> {
  if (references.length === 0) return;
  await tx
    .insertInto('mail_references')
    .values(references.map((reference) => ({ reference, ...ticket })))
    .onConflict((conflict) => conflict.columns(['tenant', 'reference']).doNothing())
    .execute();
}

/** Mails of a mailbox that wait for a decision. */
export async function countQuarantined(db: Db, providerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('inbound_emails')
    .select(sql<number>`count(*)`.as('count'))
    .where('provider_id', '=', providerId)
    .where('status', '=', 'quarantined')
    .executeTakeFirstOrThrow();
  return count;
}
