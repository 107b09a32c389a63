import type { Log } from '@psa/service-kit';
import type { Mailer } from '../ports/mailer.ts';

/** Prints mails instead of sending them, links and all: for a stack on somebody's own machine. */
export function logMailer(log: Log): Mailer {
  return {
    async send({ to, subject, text }) {
      log.info({ to, subject, mail: text }, 'a mail, printed because no SMTP server is configured');
    },
  };
}
