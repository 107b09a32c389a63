import { createTransport } from 'nodemailer';
import { type Mailer, MailRefused } from '../ports/mailer.ts';

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Sends by SMTP.
 * @param url `smtp://user:password@host:587`, with STARTTLS wherever it is offered, or `smtps://…:465`
 * @param from address, or name and address, mails come from
 */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true } as never, { from });
  return {
    async send({ to, subject, text, html, messageId }) {
      try {
        await transport.sendMail({ to, subject, text, html, messageId, headers: { 'Auto-Submitted': 'auto-generated' } });
      } catch (error) {
        throw isPermanent(error) ? new MailRefused((error as Error).message, { cause: error }) : error;
      }
    },
  };
}

/** A reply of 5xx to the mail itself. What is said about our own login or the connection may be put right. */
function isPermanent(error: unknown): boolean {
  const { responseCode, code } = (error ?? {}) as { responseCode?: unknown; code?: unknown };
  return typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE');
}
