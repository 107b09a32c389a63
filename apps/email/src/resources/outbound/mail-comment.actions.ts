import { randomBytes } from 'node:crypto';
import type { Job } from '@psa/work-kit';
import type { Db, Ports } from '../../email-app.ts';
import { tenantName } from '../../replicas/people.ts';
import { readHead } from '../message/mail-file.records.ts';
import { tokenLine, tokenReference } from '../message/match-ticket.records.ts';
import { findMailOfComment, type InboundRecord } from '../message/message.records.ts';
import { MAX_HEADER_BYTES, recipientsOf } from '../mail/mail-header.ts';
import { REPLY_DELIMITER } from '../mail/trim-reply.rules.ts';
import { sanitizeMailHtml } from '../mail/sanitize-html.ts';
import { findProvider, ownMailboxes, type ProviderRecord } from '../provider/provider.records.ts';
import { readSettings } from '../settings/settings.records.ts';
import { escapeHtml, renderTemplate } from '../template/render-template.ts';
import { findTemplateFor } from '../template/template.records.ts';
import { leftOutFilesText } from './left-out-files.text.ts';
import type { CommentJob } from './outbound.queue.ts';
import { countMailsOfTicket } from './outbound.records.ts';
import { queueMail } from './queue-mail.actions.ts';
import { stageMailFiles } from './stage-mail-files.actions.ts';
import type { ThreadHeaders } from './outbound.tables.ts';

/** References grow with the thread; servers refuse headers that are too long. */
const MAX_REFERENCES = 20;
const MID = 'mid:';
const FIRST_LOOKUP_PAUSE_MS = 250;
const LONGEST_LOOKUP_PAUSE_MS = 60_000;
const MAX_LOOKUPS = 1_440;
/** Mails about a ticket within an hour, beyond which answers that came by mail are not mailed on. */
const MAX_HOURLY_OF_TICKET = 60;

/** Makes a mail of a public comment of staff on a ticket that came by mail. */
export async function mailComment(
  db: Db,
  ports: Ports,
  job: Pick<Job<CommentJob>, 'complete' | 'putOff'>,
  { ticket_id, comment_id, by_mail, by_program, lookups }: CommentJob,
): Promise<void> {
  const [origin, settings] = await Promise.all([findOrigin(db, ticket_id), readSettings(db)]);
  if (origin === undefined || !settings.reply_by_mail) return;
  const { mail } = await ports.desk.getCommentMail(db.context, { ticket_id, comment_id });
  if (mail === null) return;
  const reply = by_mail ? await findMailOfComment(db, ticket_id, comment_id) : undefined;
  if (by_mail && reply === undefined) return lookAgain(job, { ticket_id, comment_id, by_mail, by_program, lookups: lookups + 1 });
  if (reply !== undefined && !(await mayBeMailedOn(db, reply))) return;
  const excluded = new Set([...(await ownMailboxes(db)), ...(reply === undefined ? [] : await peopleOfMail(db, ports, reply))]);
  const to = unique(mail.to).filter((address) => !excluded.has(address));
  const cc = unique(mail.cc).filter((address) => !excluded.has(address) && !to.includes(address));
  if (to.length + cc.length === 0) return;
  const provider = origin.provider_id === null ? undefined : await findProvider(db, origin.provider_id);
  const token = randomBytes(16).toString('base64url');
  const template = await findTemplateFor(db, 'ticket_reply', settings.default_language);
  const idempotencyKey = `comment:${comment_id}`;
  const { files, leftOut } =
    reply === undefined ? { files: [], leftOut: [] } : await stageMailFiles(db, ports, idempotencyKey, reply.message_id);
  const note = leftOutFilesText(leftOut, settings.default_language);
  const html = sanitizeMailHtml(mail.html ?? '') ?? textToHtml(mail.text);
  const rendered = renderTemplate(template, {
    ticket_number: mail.ticket.ticket_number,
    ticket_title: mail.ticket.title,
    author_name: mail.author_name,
    company_name: provider?.sender_display_name ?? settings.from_name ?? (await tenantName(db)) ?? '',
    comment_text: note === '' ? mail.text : `${mail.text}\n\n${note}`,
    comment_html: { html: note === '' ? html : `${html}<p>${textToHtml(note)}</p>` },
  });
  const thread = await threadHeaders(db, ticket_id, origin, provider, token);
  await db.transaction(async (tx) => {
    await queueMail(tx, ports, {
      idempotencyKey,
      source: 'desk',
      to: to.length > 0 ? to : cc,
      cc: to.length > 0 ? cc : [],
      bcc: [],
      subject: rendered.subject,
      text: `${REPLY_DELIMITER}\n\n${rendered.text}\n\n${tokenLine(token)}\n`,
      html: `<div style="color:#888888;font-size:12px">${REPLY_DELIMITER}</div>${rendered.html}<div style="color:#cccccc;font-size:10px">${tokenLine(token)}</div>`,
      // Where the comment does not show it, an inline image is a file like any other.
      files: files.map(({ content_id, ...file }) =>
        content_id !== undefined && html.includes(`cid:${content_id}`) ? { ...file, content_id } : file,
      ),
      isEssential: false,
      isAutomatic: by_program,
      providerId: provider?.provider_id ?? null,
      thread,
      ticketId: ticket_id,
      commentId: comment_id,
      references: [tokenReference(token)],
    });
    await job.complete(tx as never);
  });
}

/** A comment is heard of before its mail is noted as processed: the mail is looked for again, with growing pauses for about a day. */
async function lookAgain(job: Pick<Job<CommentJob>, 'putOff'>, payload: CommentJob): Promise<void> {
  if (payload.lookups > MAX_LOOKUPS) return;
  const pauseMs = Math.min(LONGEST_LOOKUP_PAUSE_MS, FIRST_LOOKUP_PAUSE_MS * 2 ** (payload.lookups - 1));
  await job.putOff(payload, pauseMs);
}

/** Programs that answer are not mailed on; nor is what looks like two of them that do not say what they are. */
async function mayBeMailedOn(db: Db, { is_automated, ticket_id }: InboundRecord): Promise<boolean> {
  return !is_automated && (ticket_id === null || (await countMailsOfTicket(db, ticket_id)) < MAX_HOURLY_OF_TICKET);
}

/** Who has a mail already: its sender, and whom it was sent to. */
async function peopleOfMail(db: Db, { blobs }: Pick<Ports, 'blobs'>, { from_address, raw_blob_id }: InboundRecord): Promise<string[]> {
  const head = raw_blob_id === null ? Buffer.alloc(0) : await readHead(blobs, db, raw_blob_id, MAX_HEADER_BYTES);
  return [...(from_address === null ? [] : [from_address]), ...recipientsOf(head)];
}

interface MailOrigin {
  readonly provider_id: string | null;
  readonly mailbox: string;
  readonly external_thread_id: string | null;
}

/** The mail a ticket came by; undefined when it did not. */
async function findOrigin(db: Db, ticketId: string): Promise<MailOrigin | undefined> {
  return db
    .selectFrom('inbound_emails')
    .select(['provider_id', 'mailbox', 'external_thread_id'])
    .where('ticket_id', '=', ticketId)
    .where('status', '=', 'processed')
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

async function threadHeaders(
  db: Db,
  ticketId: string,
  { mailbox }: MailOrigin,
  provider: ProviderRecord | undefined,
  token: string,
): Promise<ThreadHeaders> {
  const rows = await db
    .selectFrom('mail_references')
    .select('reference')
    .where('ticket_id', '=', ticketId)
    .where('reference', 'like', `${MID}%`)
    .orderBy('created_at', 'desc')
    .limit(MAX_REFERENCES)
    .execute();
  const references = rows.map(({ reference }) => reference.slice(MID.length)).reverse();
  const last = references.at(-1);
  // Gmail and Microsoft deliver plus addresses; other servers may not.
  const hasPlus = provider !== undefined && provider.provider_type !== 'imap';
  return {
    ...(last !== undefined && { in_reply_to: last, references }),
    reply_to: hasPlus ? mailbox.replace('@', `+psa.${token}@`) : mailbox,
  };
}

const unique = (addresses: readonly string[]) => [...new Set(addresses.map((address) => address.trim().toLowerCase()))];
const textToHtml = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');
