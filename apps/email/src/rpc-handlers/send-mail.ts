import { invalidField } from '@psa/contract-kit';
import { emailRpc, MAX_MAIL_FILES_BYTES } from '@psa/contracts-email';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../email-app.ts';
import { findByKey, stagedSize, stagePiece } from '../resources/outbound/outbound.records.ts';
import { queueMail } from '../resources/outbound/queue-mail.actions.ts';
import type { Tables } from '../tables.ts';

/** Keeps one piece of a file until its mail is queued. */
export const stageMailFile = tenantRpcHandler<typeof emailRpc.stageMailFile, Tables, Ports>(
  emailRpc.stageMailFile,
  async ({ idempotency_key, file, piece, bytes }, db) => {
    await stagePiece(db, idempotency_key, file, piece, Buffer.from(bytes, 'base64'));
    return {};
  },
);

/** The one way out for mail. */
export const sendMail = tenantRpcHandler<typeof emailRpc.sendMail, Tables, Ports>(emailRpc.sendMail, async (mail, db, ports) => {
  const total = mail.files.reduce((sum, { size }) => sum + size, 0);
  if (total > MAX_MAIL_FILES_BYTES)
    throw invalidField('files', `must not be larger than ${MAX_MAIL_FILES_BYTES} bytes together`, 'too_big');
  if (mail.text === null && mail.html === null) throw invalidField('text', 'is required where there is no html', 'required');
  const { mail_id, status } = await db.transaction(async (tx) => {
    if ((await findByKey(tx, mail.idempotency_key)) === undefined)
      for (const [file, { pieces, size }] of mail.files.entries()) {
        const staged = await stagedSize(tx, mail.idempotency_key, file);
        if (staged.pieces !== pieces || staged.size !== size)
          throw invalidField(['files', file], 'was not staged completely', 'incomplete');
      }
    return queueMail(tx, ports, {
      idempotencyKey: mail.idempotency_key,
      source: mail.source,
      to: mail.to,
      cc: mail.cc,
      bcc: mail.bcc,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      files: mail.files,
      isEssential: mail.is_essential,
      providerId: null,
      thread: null,
      ticketId: mail.ticket_id,
      commentId: null,
      references: [],
    });
  });
  return { mail_id, status };
});
