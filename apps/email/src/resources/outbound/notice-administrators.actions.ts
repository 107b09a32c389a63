import type { Job } from '@psa/work-kit';
import type { Db, Ports } from '../../email-app.ts';
import { isAddress } from '../mail/mail-header.ts';
import { findProvider } from '../provider/provider.records.ts';
import { readSettings } from '../settings/settings.records.ts';
import { renderTemplate } from '../template/render-template.ts';
import { findTemplateFor } from '../template/template.records.ts';
import type { MailboxNotice } from './outbound.queue.ts';
import { queueMail } from './queue-mail.actions.ts';

/** Tells the people who may change mailboxes that one fails. While identity is away the job is tried again. */
export async function noticeAdministrators(
  db: Db,
  ports: Ports,
  job: Pick<Job<unknown>, 'complete'>,
  { provider_id, notice, notice_id }: MailboxNotice,
): Promise<void> {
  const [provider, settings, addresses] = await Promise.all([
    findProvider(db, provider_id),
    readSettings(db),
    ports.staff.administrators(db.context),
  ]);
  // The mailbox that fails is no way to them.
  const to = addresses.map((address) => address.toLowerCase()).filter((address) => isAddress(address) && address !== provider?.mailbox);
  if (provider === undefined || to.length === 0) return;
  const template = await findTemplateFor(db, notice, settings.default_language);
  const { subject, text, html } = renderTemplate(template, {
    mailbox: provider.mailbox,
    error: provider.last_sync_error ?? provider.error_message ?? '',
    url: ports.installation.publicUrl.origin,
  });
  await db.transaction(async (tx) => {
    await queueMail(tx, ports, {
      idempotencyKey: `${notice}:${notice_id}`,
      source: 'email',
      to,
      cc: [],
      bcc: [],
      subject,
      text,
      html,
      files: [],
      isEssential: true,
      providerId: null,
      thread: null,
      ticketId: null,
      commentId: null,
      references: [],
    });
    await job.complete(tx as never);
  });
}
