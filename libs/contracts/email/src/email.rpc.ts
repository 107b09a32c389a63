import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';

/** Bytes of one piece of a staged file; base64 makes it a third longer, and a message of the broker has at most 1 MB. */
export const STAGED_PIECE_BYTES = 512 * 1024;
/** Files of a mail. */
export const MAX_MAIL_FILES = 20;
/** Bytes of all files of a mail. */
export const MAX_MAIL_FILES_BYTES = 20 * 1024 * 1024;

const IdempotencyKey = z.string().min(1).max(250).describe('The same mail is asked for again under the same key, and leaves once');
const Address = z.string().min(3).max(320);

/** What the email service answers over NATS: the one way out for mail. */
export const emailRpc = rpcMethods('email', {
  stageMailFile: {
    summary: 'Bring one piece of a file ahead of the mail it goes with',
    request: z.object({
      idempotency_key: IdempotencyKey,
      file: z.int().min(0).max(19).describe('Place of the file in the mail'),
      piece: z.int().min(0).max(100),
      bytes: z.base64().max(Math.ceil((STAGED_PIECE_BYTES * 4) / 3) + 4),
    }),
    response: z.object({}),
  },
  sendMail: {
    summary: 'Queue a mail; it leaves once however often it is asked for',
    request: z.object({
      idempotency_key: IdempotencyKey,
      source: z.string().max(50).describe('The service that asks'),
      to: z.array(Address).min(1).max(50),
      cc: z.array(Address).max(50).default([]),
      bcc: z.array(Address).max(50).default([]),
      subject: z.string().max(998),
      text: z.string().max(300_000).nullable().default(null),
      html: z.string().max(400_000).nullable().default(null),
      files: z
        .array(
          z.object({
            filename: z.string().max(255),
            content_type: z.string().max(255).nullable(),
            size: z.int(),
            pieces: z.int().min(0).max(100),
          }),
        )
        .max(MAX_MAIL_FILES)
        .default([])
        .describe('Files whose pieces were staged under the same key'),
      is_essential: z.boolean().default(false).describe('Account mail: leaves even to an address on the suppression list'),
      ticket_id: z.guid().nullable().default(null).describe('Ticket an answer belongs to'),
    }),
    response: z.object({
      mail_id: z.guid(),
      status: z.enum(['queued', 'sent', 'failed', 'suppressed', 'bounced']),
    }),
  },
  'admin.mail-erase': {
    summary: 'Erase the mail of a person: the bytes of what they sent, and the contents of what has not been sent to them',
    request: z.object({ addresses: z.array(Address).min(1).max(100) }),
    response: z.object({
      received: z.int().describe('Mails of theirs whose bytes go within ten minutes'),
      unsent: z.int().describe('Mails to them that will not be sent'),
    }),
  },
});
