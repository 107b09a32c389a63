import type { MailAttachment, MailAuthor } from '@psa/contracts-desk';
import { lockInTenant, together } from '@psa/postgres-kit';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../desk-app.ts';
import type { insertComment } from './ticket-comment/ticket-comment.records.ts';
import type { TicketRecord } from './ticket.records.ts';

interface Mail {
  readonly text: string;
  readonly full_text: string | null;
  readonly html: string | null;
  readonly author: MailAuthor;
  readonly attachments: readonly MailAttachment[];
}

/** What became of a mail that was taken over before. Mails of one key wait for each other until the transaction ends. */
export async function takeMail(tx: Tx, mailKey: string) {
  const [, taken] = await together(
    lockInTenant(tx, 'mail', mailKey),
    tx.selectFrom('ticket_mails').selectAll().where('mail_key', '=', mailKey).executeTakeFirst(),
  );
  return taken;
}

/** The comment that a mail became, wherever it was moved since; undefined once it is deleted. */
export function findCommentOfMail(db: Db, mailKey: string) {
  return db
    .selectFrom('ticket_mails')
    .innerJoin('ticket_comments', (join) =>
      join.onRef('ticket_comments.tenant', '=', 'ticket_mails.tenant').onRef('ticket_comments.comment_id', '=', 'ticket_mails.comment_id'),
    )
    .select(['ticket_comments.ticket_id', 'ticket_comments.is_internal', 'ticket_comments.author_type'])
    .where('ticket_mails.mail_key', '=', mailKey)
    .where('ticket_comments.deleted_at', 'is', null)
    .executeTakeFirst();
}

const KEEP_MAIL = 'insert into ticket_mails (mail_key, ticket_id, comment_id, reopened) values ($1, $2, $3, $4)';

/** Notes with COMMIT what became of a mail that was taken. */
export function keepMail(tx: Tx, mailKey: string, became: { ticket_id: string; comment_id: string; reopened: boolean }): void {
  tx.atCommit(KEEP_MAIL, [mailKey, became.ticket_id, became.comment_id, became.reopened]);
}

/** How often a ticket was opened again by mail, or by another system, within the last hour. */
export async function countReopenings(tx: Tx, ticketId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('ticket_history')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ticket_id', '=', ticketId)
    .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
    .where('action', '=', 'reopened')
    .where('actor_type', '=', 'system')
    .executeTakeFirstOrThrow();
  return count;
}

/** A mail as a comment. */
export function commentOf(
  { text, full_text, html, author, attachments }: Mail,
  is_internal: boolean,
): Omit<Parameters<typeof insertComment>[1], 'ticket_id'> {
  return {
    comment_text: text,
    full_text,
    comment_html: html,
    is_internal,
    author_type: author.type === 'user' ? 'internal' : 'client',
    created_by: author.user_id,
    contact_id: author.contact_name_id,
    author_name: author.name,
    author_email: author.email,
    by_mail: true,
    attachments: attachments.map((attachment) => ({ ...attachment })),
  };
}

/** Max watchers of a ticket that come by mail. */
const MAX_WATCHERS = 100;

/** Adds the other recipients of a mail to the watchers. */
export async function addMailWatchers(tx: Tx, { ticket_id }: TicketRecord, addresses: readonly string[]): Promise<void> {
  if (addresses.length === 0) return;
  const { watchers } = await tx
    .selectFrom('ticket_watchers')
    .select((eb) => eb.fn.countAll<number>().as('watchers'))
    .where('ticket_id', '=', ticket_id)
    .executeTakeFirstOrThrow();
  const fresh = [...new Set(addresses.map((address) => address.toLowerCase()))].slice(0, Math.max(0, MAX_WATCHERS - watchers));
  if (fresh.length === 0) return;
  await tx
    .insertInto('ticket_watchers')
    .values(fresh.map((email) => ({ watcher_id: uuidv7(), ticket_id, user_id: null, contact_name_id: null, email })))
    .onConflict((row) => row.doNothing())
    .execute();
}

/** Email address, in lower case, of an active client-portal user; undefined for anybody else. */
async function portalAddress(db: Db, userId: string | null): Promise<string | undefined> {
  if (userId === null) return undefined;
  const user = await db
    .selectFrom('user_replicas')
    .select('email')
    .where('user_id', '=', userId)
    .where('user_type', '=', 'client')
    .where('is_inactive', '=', false)
    .executeTakeFirst();
  return user?.email.toLowerCase();
}

/**
 * Whom mail of a ticket goes to, by addresses in lower case: the contact, or else who opened the ticket in the portal or by mail; the
 * watchers; and those of them who are staff.
 */
export async function mailPeople(
  db: Db,
  ticket: Pick<TicketRecord, 'ticket_id' | 'entered_by'> & { contact_email: string | null },
): Promise<{ contact: string | null; watchers: string[]; staff: string[] }> {
  const rows = await db
    .selectFrom('ticket_watchers')
    .leftJoin('user_replicas', (join) =>
      join.onRef('user_replicas.tenant', '=', 'ticket_watchers.tenant').onRef('user_replicas.user_id', '=', 'ticket_watchers.user_id'),
    )
    .leftJoin('contact_replicas', (join) =>
      join
        .onRef('contact_replicas.tenant', '=', 'ticket_watchers.tenant')
        .onRef('contact_replicas.contact_name_id', '=', 'ticket_watchers.contact_name_id'),
    )
    .select(sql<string | null>`lower(coalesce(ticket_watchers.email, user_replicas.email, contact_replicas.email))`.as('address'))
    .select(sql<boolean>`ticket_watchers.user_id is not null`.as('is_staff'))
    .where('ticket_watchers.ticket_id', '=', ticket.ticket_id)
    .limit(200)
    .execute();
  const addressesOf = (some: typeof rows) =>
    some.map(({ address }) => address).filter((address): address is string => address !== null && address !== '');
  const [watchers, staff] = [addressesOf(rows), addressesOf(rows.filter(({ is_staff }) => is_staff))];
  if (ticket.contact_email) return { contact: ticket.contact_email.toLowerCase(), watchers, staff };
  const opener = await portalAddress(db, ticket.entered_by);
  if (opener !== undefined) return { contact: opener, watchers, staff };
  const author = await db
    .selectFrom('ticket_comments')
    .select('author_email')
    .where('ticket_id', '=', ticket.ticket_id)
    .where('by_mail', '=', true)
    .where('author_type', '=', 'client')
    .where('is_internal', '=', false)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return { contact: author?.author_email?.toLowerCase() ?? null, watchers, staff };
}
