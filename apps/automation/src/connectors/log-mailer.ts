import type { Log } from '@psa/service-kit';
import type { Mailer } from '../ports/mailer.ts';

/** Prints mails where there is no mail server: whom they would have gone to and what about, not what they say. */
export function logMailer(log: Pick<Log, 'info'>): Mailer {
  return {
    async send({ to, cc, bcc, subject, messageId }) {
      log.info({ to, cc, bcc, subject, message_id: messageId }, 'no mail server is configured: a mail was not sent');
    },
  };
}
