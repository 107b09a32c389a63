import { assertOutsideTransaction } from '@psa/postgres-kit';
import { MailRefused, type OutgoingMail } from './mailer.ts';

const CONNECTION_MS = 10_000;
const SOCKET_MS = 30_000;
/** RFC 3834, and what Exchange looks at: nothing that answers by itself is to answer a program. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply, AutoForward' };

/**
 * Sends by SMTP.
 * @param url `smtp://user:password@host:587`, with STARTTLS wherever it is offered, or `smtps://…:465`
 * @param from address, or name and address, mails come from
 */
export function smtpMailer(url: string, from: string): { send(mail: OutgoingMail): Promise<void> } {
  // Loaded on first use: a service that sends no mail saves the memory. By its default: in a bundle, CommonJS has no other export.
  const loading = () =>
    import('nodemailer').then(({ default: { createTransport } }) =>
      createTransport({
        url,
        pool: true,
        maxConnections: 4,
        connectionTimeout: CONNECTION_MS,
        greetingTimeout: CONNECTION_MS,
        socketTimeout: SOCKET_MS,
        // Files are fetched by the product itself, through the guard that knows where it may go.
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    );
  let transport: ReturnType<typeof loading> | undefined;
  return {
    async send({ to, cc, bcc, attachments, ...mail }) {
      assertOutsideTransaction('Sending a mail');
      transport ??= loading();
      try {
        await (
          await transport
        ).sendMail({
          from,
          to: [...to],
          ...(cc && { cc: [...cc] }),
          ...(bcc && { bcc: [...bcc] }),
          ...mail,
          attachments: (attachments ?? []).map((file) => ({ ...file })),
          headers: AUTOMATIC,
        });
      } catch (error) {
        const code = permanentRefusal(error);
        throw code === undefined ? error : new MailRefused(`The mail server refused the mail: ${code}`, { cause: error });
      }
    },
  };
}

/** The code of a reply of 5xx to the mail itself. What is said about our own login or the connection may be put right. */
function permanentRefusal(error: unknown): number | undefined {
  const { responseCode, code } = (error ?? {}) as { responseCode?: unknown; code?: unknown };
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return undefined;
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? responseCode : undefined;
}
