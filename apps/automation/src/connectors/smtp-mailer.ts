import { type Mailer, MailRefused } from '../ports/mailer.ts';

const CONNECTION_MS = 10_000;
const SOCKET_MS = 30_000;

/** @param url `smtp://` or `smtps://`, with the credentials in it @param from address, or name and address */
export function smtpMailer(url: string, from: string): Mailer {
  // Loaded on first use: a service that sends no mail saves the memory. By its default: in a bundle, CommonJS has no other export.
  const transport = import('nodemailer').then(({ default: { createTransport } }) => createTransport({
    url, pool: true, maxConnections: 4, connectionTimeout: CONNECTION_MS, greetingTimeout: CONNECTION_MS, socketTimeout: SOCKET_MS,
    // Files are fetched by the product itself, through the guard that knows where it may go.
    disableFileAccess: true, disableUrlAccess: true,
  }));
  transport.catch(() => {});
  return {
    async send({ to, cc, bcc, attachments, ...mail }) {
      try {
        await (await transport).sendMail({
          from, to: [...to], ...(cc && { cc: [...cc] }), ...(bcc && { bcc: [...bcc] }), ...mail, attachments: (attachments ?? []).map((file) => ({ ...file })),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply, AutoForward' },
        });
      } catch (error) {
        const { responseCode } = error as { responseCode?: number };
        if (responseCode !== undefined && responseCode >= 500) throw new MailRefused(`The mail server refused the mail: ${responseCode}`, { cause: error });
        throw error;
      }
    },
  };
}
