import type { ActionConfig } from '@psa/contracts-automation';
import { MailRefused, type OutgoingMail } from '@psa/mail-kit';
import { ActionError } from './action-error.ts';
import type { ActionRunner, ActionWork } from './action-runner.ts';

const MAX_ATTACHMENTS_BYTES = 5 * 1024 * 1024;

/** Sends a mail. Asked for again after a crash it has the same id, and leaves once. */
export const runEmailNotification: ActionRunner<'email_notification'> = async (
  { to, cc, bcc, subject, body, is_html, attachments },
  work,
) => {
  const files = await fetchAttachments(attachments ?? [], work);
  await work.ports.mailer
    .send(
      {
        to: to as string[],
        cc: cc as string[] | undefined,
        bcc: bcc as string[] | undefined,
        subject,
        ...(is_html ? { html: body } : { text: body }),
        attachments: files,
        messageId: `<${work.idempotencyKey}@automation.psa>`,
      },
      work.context,
    )
    .catch((error: unknown) => {
      throw new ActionError(
        error instanceof MailRefused ? error.message : 'The email service could not be reached',
        !(error instanceof MailRefused),
      );
    });
  return { recipients: to.length + (cc?.length ?? 0) + (bcc?.length ?? 0) };
};

async function fetchAttachments(
  attachments: NonNullable<ActionConfig<'email_notification'>['attachments']>,
  { ports, timeoutMs }: ActionWork,
): Promise<NonNullable<OutgoingMail['attachments']>> {
  const files: { filename: string; contentType: string | undefined; content: Buffer }[] = [];
  let left = MAX_ATTACHMENTS_BYTES;
  for (const { url, filename, content_type } of attachments) {
    const { status, body, headers } = await ports.egress.request(url, { timeoutMs, maxBytes: left });
    if (status !== 200)
      throw new ActionError(`The attachment ${filename} could not be fetched: the server answered ${status}`, status >= 500);
    left -= body.length;
    files.push({
      filename,
      content: body,
      contentType: content_type ?? (typeof headers['content-type'] === 'string' ? headers['content-type'] : undefined),
    });
  }
  return files;
}
