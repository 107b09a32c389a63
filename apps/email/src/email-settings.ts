import { blobSettings } from '@psa/blob-kit';
import { egressSettings } from '@psa/egress-kit';
import { secret } from '@psa/service-kit';
import { z } from 'zod';

const baseUrl = (whose: string) =>
  z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text))
    .optional()
    .describe(`Replaces scheme and host of every address of ${whose}; paths stay. For emulators`);

const oauthClient = (whose: string) => ({
  id: z.string().max(255).optional().describe(`OAuth client of the installation at ${whose}, for mailboxes without their own`),
  secret: secret(z.string().max(1000).optional()).describe(`Secret of the OAuth client of the installation at ${whose}`),
});

/** Settings of the email service. */
export const emailSettings = {
  ...egressSettings,
  ...blobSettings,
  PSA_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .transform((text) => new URL(text))
    .describe('Address under which the product is reached: OAuth callbacks and push notifications come in there'),
  PSA_SMTP_URL: secret(z.url({ protocol: /^smtps?$/ }).optional()).describe(
    'Mail server, smtp://user:password@host:587 or smtps://…:465. Without one mails wait, or are printed to the log',
  ),
  PSA_MAIL_FROM: z.string().max(320).default('PSA <no-reply@localhost>').describe('Address, or name and address, mails come from'),
  PSA_MAIL_TO_LOG: z
    .stringbool()
    .default(false)
    .describe('Prints mails to the log where there is no mail server: with links that let whoever reads them in'),
  PSA_MAIL_POLL_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3600)
    .default(30)
    .describe('Seconds between two rounds of fetching from a mailbox without push notifications'),
  PSA_GOOGLE_BASE_URL: baseUrl('Google'),
  PSA_GOOGLE_MAIL_CLIENT_ID: oauthClient('Google').id,
  PSA_GOOGLE_MAIL_CLIENT_SECRET: oauthClient('Google').secret,
  PSA_MICROSOFT_BASE_URL: baseUrl('Microsoft'),
  PSA_MICROSOFT_MAIL_CLIENT_ID: oauthClient('Microsoft').id,
  PSA_MICROSOFT_MAIL_CLIENT_SECRET: oauthClient('Microsoft').secret,
};

export type EmailSettings = z.output<z.ZodObject<typeof emailSettings>>;
