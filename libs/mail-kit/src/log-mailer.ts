import type { Mailer } from './mailer.ts';

/**
 * Prints mails where there is no mail server: whom they would have gone to and what about.
 * @param withText also what they say, with links that let whoever reads the log in: for a stack on somebody's own machine alone
 */
export function logMailer(log: { info(facts: object, message: string): void }, { withText }: { readonly withText: boolean }): Mailer {
  return {
    async send({ to, cc, bcc, subject, messageId, text }) {
      log.info(
        { to, cc, bcc, subject, message_id: messageId, ...(withText && { mail: text }) },
        'no mail server is configured: a mail is printed instead of sent',
      );
    },
  };
}
