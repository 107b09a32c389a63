import { logMailer, type Mailer, smtpMailer } from '@psa/mail-kit';
import { type Log, secret } from '@psa/service-kit';
import { z } from 'zod';

/** How mails about accounts leave. */
export const mailSettings = {
  PSA_SMTP_URL: secret(z.url({ protocol: /^smtps?$/ }).optional()).describe(
    'Mail server, smtp://user:password@host:587 or smtps://…:465. Without one mails wait, or are printed to the log',
  ),
  PSA_MAIL_FROM: z.string().max(320).default('PSA <no-reply@localhost>').describe('Address, or name and address, mails come from'),
  PSA_MAIL_TO_LOG: z
    .stringbool()
    .default(false)
    .describe('Prints mails to the log where there is no mail server: with links that let whoever reads them in'),
};

type MailSettings = z.output<z.ZodObject<typeof mailSettings>>;

/** @returns undefined where mails have to wait */
export function createMailer(
  { PSA_SMTP_URL: url, PSA_MAIL_FROM: from, PSA_MAIL_TO_LOG: toLog }: MailSettings,
  log: Log,
): Mailer | undefined {
  if (url !== undefined) return smtpMailer(url, from);
  if (toLog) return logMailer(log, { withText: true });
  log.warn('no mail server is configured: mails about accounts wait until there is one');
  return undefined;
}
