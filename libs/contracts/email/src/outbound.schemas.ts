import { Id, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { EmailAddress, OneLine } from './fields.ts';

export const OutboundStatus = z
  .enum(['queued', 'sent', 'failed', 'suppressed', 'bounced'])
  .describe('suppressed: every recipient is on the suppression list; bounced: it came back')
  .meta({ id: 'OutboundEmailStatus' });
export type OutboundStatus = z.infer<typeof OutboundStatus>;

export const OutboundEmail = z
  .object({
    mail_id: Id,
    source: z.string().describe('What caused it, such as desk or identity'),
    to: z.array(z.string()),
    cc: z.array(z.string()),
    bcc: z.array(z.string()),
    subject: z.string(),
    status: OutboundStatus,
    rfc_message_id: z.string(),
    provider_message_id: z.string().nullable().describe('Id at the provider it left by'),
    ticket_id: Id.nullable(),
    comment_id: Id.nullable(),
    attempts: z.int(),
    error: z.string().nullable(),
    bounces: z.array(z.object({ address: z.string(), reason: z.string(), permanent: z.boolean(), at: z.string() })),
    suppressed: z.array(z.string()).describe('Recipients it was not sent to, because they are on the suppression list'),
    sent_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'OutboundEmail' });
export type OutboundEmail = z.infer<typeof OutboundEmail>;

export const OutboundListQuery = listQuery({
  sort: ['created_at', 'sent_at'],
  defaultSort: 'created_at',
  filters: {
    status: OutboundStatus.optional().describe('Only this status'),
    ticket_id: Id.optional().describe('Only of this ticket'),
    comment_id: Id.optional().describe('Only of this comment'),
    recipient: z.string().max(320).toLowerCase().optional().describe('Only to this address'),
    source: OneLine(50).optional().describe('Only of this source'),
  },
}).omit({ fields: true, updated_from: true, updated_to: true });
export type OutboundListQuery = z.infer<typeof OutboundListQuery>;

export const SuppressionReason = z.enum(['bounce', 'complaint', 'unsubscribe', 'manual']).meta({ id: 'SuppressionReason' });
export type SuppressionReason = z.infer<typeof SuppressionReason>;

export const Suppression = z
  .object({
    suppression_id: Id,
    address: z.string(),
    reason: SuppressionReason,
    note: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'EmailSuppression' });
export type Suppression = z.infer<typeof Suppression>;

export const CreateSuppression = z
  .object({
    address: EmailAddress.describe('Address no mail is sent to'),
    reason: SuppressionReason.default('manual').describe('Why'),
    note: OneLine(500).nullable().default(null).describe('For staff'),
  })
  .meta({ id: 'CreateEmailSuppression' });

export const SuppressionListQuery = listQuery({
  sort: ['created_at', 'address'],
  defaultSort: 'created_at',
  filters: { reason: SuppressionReason.optional().describe('Only for this reason') },
}).omit({ fields: true, updated_from: true, updated_to: true });
export type SuppressionListQuery = z.infer<typeof SuppressionListQuery>;

export const OutboundSettings = z
  .object({
    from_name: z.string().nullable().describe('Name mails come from; that of the installation when null'),
    from_address: z.string().nullable().describe('Address mails come from; that of the installation when null'),
    provider_id: Id.nullable().describe('Mailbox all mail leaves by; the mail server when null'),
    smtp_host: z.string().nullable().describe('Own mail server; that of the installation when null'),
    smtp_port: z.int(),
    smtp_secure: z.boolean(),
    smtp_username: z.string().nullable(),
    has_smtp_password: z.boolean(),
    rate_per_minute: z.int().describe('Mails a minute at most'),
    default_language: z.string().describe('Language of templates when none is asked for'),
    reply_by_mail: z.boolean().describe('Whether public comments are mailed to the contact and the watchers'),
    client_domains: z.record(z.string(), Id).describe('Clients by the domain of their addresses'),
    skipped_senders: z
      .array(z.string().meta({ example: 'noise.example' }))
      .describe('Addresses, and domains with those below them, whose mail becomes no ticket and no comment'),
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: 'OutboundEmailSettings' });
export type OutboundSettings = z.infer<typeof OutboundSettings>;

const host = z.string().regex(/^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/, 'must be a host name or address');

const Domain = z.string().regex(/^[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?\.[a-z]{2,63}$/, 'must be a domain in lower case');

export const Language = z.string().regex(/^[a-z]{2}(?:-[A-Z]{2})?$/, 'must be a language such as en or de-AT');

/** `news@shop.example`, or `shop.example` for all of its addresses. */
const SkippedSender = z
  .string()
  .max(320)
  .transform((text) => text.toLowerCase())
  .pipe(z.union([z.email(), Domain], { error: 'must be an address or a domain' }))
  .meta({ override: { type: 'string' }, example: 'noise.example' });

export const SaveOutboundSettings = z
  .object({
    from_name: OneLine(255).nullable().optional().describe('Kept when absent'),
    from_address: EmailAddress.nullable().optional().describe('Kept when absent'),
    provider_id: Id.nullable().optional().describe('Kept when absent'),
    smtp_host: host.nullable().optional().describe('Kept when absent; another host needs the password anew'),
    smtp_port: z.int().min(1).max(65_535).optional().describe('Kept when absent'),
    smtp_secure: z.boolean().optional().describe('Kept when absent'),
    smtp_username: OneLine(320).nullable().optional().describe('Kept when absent'),
    smtp_password: z.string().min(1).max(1000).optional().describe('Write-only; kept when absent'),
    rate_per_minute: z.int().min(1).max(1000).optional().describe('Kept when absent'),
    default_language: Language.optional().describe('Kept when absent'),
    reply_by_mail: z.boolean().optional().describe('Kept when absent'),
    client_domains: z
      .record(Domain, Id)
      .refine((map) => Object.keys(map).length <= 1000, 'must have at most 1000 members')
      .optional()
      .describe('Kept when absent; freemail domains are refused'),
    skipped_senders: z.array(SkippedSender).max(1000).optional().describe('Kept when absent'),
  })
  .meta({
    id: 'SaveOutboundEmailSettings',
    example: {
      from_name: 'Example IT Services',
      from_address: 'support@example.com',
      rate_per_minute: 60,
      default_language: 'en',
      reply_by_mail: true,
    },
  });
export type SaveOutboundSettings = z.infer<typeof SaveOutboundSettings>;
