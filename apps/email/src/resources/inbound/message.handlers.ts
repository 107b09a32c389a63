import { notFound } from '@psa/contract-kit';
import { type InboundEmail, messageRoutes } from '@psa/contracts-email';
import { Download, type Principal } from '@psa/http-kit';
import { type Db, handlers, type Ports } from '../../email-app.ts';
import { findMailFile, readWhole } from '../message/mail-file.records.ts';
import { discardInbound } from './message.actions.ts';
import { listInbound } from '../message/message.list.ts';
import { findAttachment, findInbound, type InboundRecord, listAttachments } from '../message/message.records.ts';
import { toInboundEmail } from '../message/message.view.ts';
import { parseMail } from '../mail/parse-mail.ts';
import { withParsingRoom } from '../mail/parsing-room.ts';
import { existingProviders } from '../provider/provider.records.ts';
import { sanitizeMailHtml } from '../mail/sanitize-html.ts';
import { trimReply } from '../mail/trim-reply.rules.ts';
import { MAX_MAIL_TEXT } from '../../rpc-clients/desk.ts';

/** Bytes of anybody's making: never shown by a browser as what they claim to be. */
const SAFE = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" };

/** Releasing may have to fetch the mail first, and is where fetching is. */
const { releaseInboundEmail: _elsewhere, ...routes } = messageRoutes;

export const messageHandlers = handlers(routes, {
  listInboundEmails: async ({ db, query }) => {
    const { rows, pagination } = await listInbound(db, query);
    return { data: await shownEmails(db, rows), pagination };
  },

  getInboundEmail: async ({ db, ports, params }) => {
    const row = await requireInbound(db, params.id);
    const [attachments, shown, content] = await Promise.all([
      listAttachments(db, params.id),
      shownEmail(db, row),
      withParsingRoom(row.size, () => contentOf(db, ports, row)),
    ]);
    return {
      data: {
        ...shown,
        ...content,
        attachments: attachments.map(({ attachment_id, filename, content_type, size, content_id, skipped }) => ({
          attachment_id,
          filename,
          content_type,
          size,
          content_id,
          skipped,
        })),
      },
    };
  },

  downloadInboundEmail: async ({ db, ports, params }) => {
    const row = await requireInbound(db, params.id);
    if (row.raw_blob_id === null) throw notFound('Email');
    return new Download('message/rfc822', ports.blobs.read(db, row.raw_blob_id), `${params.id}.eml`, SAFE);
  },

  downloadEmailAttachment: async ({ db, ports, params, principal }) => {
    const file = await findAttachment(db, params.id);
    if (file !== undefined) await assertReadable(db, ports, principal, file.message_id);
    const blobId = file === undefined || file.file_hash === null ? undefined : await findMailFile(db, file.file_hash);
    if (file === undefined || blobId === undefined) throw notFound('Attachment');
    return new Download('application/octet-stream', ports.blobs.read(db, blobId), file.filename, SAFE);
  },

  discardInboundEmail: async ({ db, params }) => ({ data: await shownEmail(db, await discardInbound(db, params.id)) }),
});

/** What a mail says; nothing where its bytes are not kept, or cannot be read. */
async function contentOf(db: Db, { blobs }: Ports, { raw_blob_id, size }: InboundRecord) {
  const raw = raw_blob_id === null ? undefined : await readWhole(blobs, db, raw_blob_id, size);
  const mail = raw === undefined ? undefined : await parseMail(raw).catch(() => undefined);
  if (mail === undefined) return { text: null, full_text: null, html: null, to: [], cc: [] };
  return {
    text: trimReply(mail.text.slice(0, MAX_MAIL_TEXT)).text,
    full_text: mail.text,
    html: mail.html === null ? null : sanitizeMailHtml(mail.html),
    to: [...mail.to],
    cc: [...mail.cc],
  };
}

/** Files of a mail are for those who see the comment it became; of one that became none, for staff. @throws NOT_FOUND */
async function assertReadable(db: Db, { desk }: Ports, principal: Principal, messageId: string): Promise<void> {
  const { userId: user_id, userType: user_type, clientId, permissions } = principal;
  // They may read the whole mail.
  if (user_type === 'internal' && permissions.has('email_provider:read')) return;
  const mail = await findInbound(db, messageId);
  if (!mail?.ticket_id) {
    if (user_type === 'client') throw notFound('Attachment');
    return;
  }
  const reader = { user_id, user_type, client_id: clientId ?? null, permissions: [...permissions] };
  const { readable } = await desk.mayReadMail(db.context, { mail_key: mail.content_key, reader });
  if (!readable) throw notFound('Attachment');
}

/** Mails keep the id of their mailbox for good; one that was deleted is not shown. */
async function shownEmails(db: Db, rows: readonly InboundRecord[]): Promise<InboundEmail[]> {
  const existing = await existingProviders(
    db,
    rows.flatMap(({ provider_id }) => provider_id ?? []),
  );
  return rows.map((row) => ({
    ...toInboundEmail(row),
    provider_id: row.provider_id !== null && existing.has(row.provider_id) ? row.provider_id : null,
  }));
}

/** A mail as it is shown. */
export async function shownEmail(db: Db, row: InboundRecord): Promise<InboundEmail> {
  const [shown] = await shownEmails(db, [row]);
  return shown as InboundEmail;
}

async function requireInbound(db: Db, messageId: string): Promise<InboundRecord> {
  const row = await findInbound(db, messageId);
  if (row === undefined) throw notFound('Email');
  return row;
}
