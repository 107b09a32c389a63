import { Id, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

export const InboundStatus = z
  .enum(['received', 'processed', 'skipped', 'quarantined', 'discarded'])
  .describe('received: waits to be processed; quarantined: waits for a person')
  .meta({ id: 'InboundEmailStatus' });
export type InboundStatus = z.infer<typeof InboundStatus>;

export const InboundOutcome = z.enum(['created', 'replied', 'skipped', 'bounced']).meta({ id: 'InboundEmailOutcome' });
export type InboundOutcome = z.infer<typeof InboundOutcome>;

export const MatchedBy = z.enum(['reply_token', 'thread_headers', 'provider_thread']).meta({ id: 'InboundEmailMatch' });
export type MatchedBy = z.infer<typeof MatchedBy>;

/** Why a mail became no ticket and no comment, or waits. */
export const InboundReason = z
  .enum([
    'own_mail',
    'duplicate',
    'sent_by_product',
    'loop',
    'automated',
    'rate_limited_sender',
    'missing_defaults',
    'missing_sender',
    'raw_mime_over_max_bytes',
    'fetch_failed',
    'processing_failed',
    'bounce',
    'manual',
    'desk_refused',
    'rule_skip',
  ])
  .meta({ id: 'InboundEmailReason' });
export type InboundReason = z.infer<typeof InboundReason>;

export const InboundEmail = z
  .object({
    message_id: Id,
    provider_id: Id.nullable().describe('Mailbox it came by; null if that was deleted'),
    mailbox: z.string(),
    rfc_message_id: z.string().nullable(),
    from_address: z.string().nullable(),
    from_name: z.string().nullable(),
    subject: z.string(),
    size: z.int().describe('Bytes'),
    status: InboundStatus,
    outcome: InboundOutcome.nullable(),
    matched_by: MatchedBy.nullable(),
    reason: InboundReason.nullable(),
    error: z.string().nullable().describe('What went wrong last'),
    is_automated: z.boolean(),
    authentication: z
      .enum(['pass', 'fail', 'none'])
      .describe('Whether the domain of the sender vouches for them, by the receiving server: DMARC, or else an aligned DKIM or SPF'),
    ticket_id: Id.nullable(),
    comment_id: Id.nullable(),
    received_at: Timestamp,
    processed_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'InboundEmail' });
export type InboundEmail = z.infer<typeof InboundEmail>;

export const InboundEmailDetails = InboundEmail.extend({
  text: z.string().nullable().describe('Text without quotes and signature'),
  full_text: z.string().nullable().describe('The whole text'),
  html: z.string().nullable().describe('Sanitized HTML'),
  to: z.array(z.string()),
  cc: z.array(z.string()),
  attachments: z.array(
    z.object({
      attachment_id: Id,
      filename: z.string(),
      content_type: z.string(),
      size: z.int(),
      content_id: z.string().nullable(),
      skipped: z.string().nullable().describe('Why its bytes were not kept'),
    }),
  ),
}).meta({ id: 'InboundEmailDetails' });
export type InboundEmailDetails = z.infer<typeof InboundEmailDetails>;

export const InboundListQuery = listQuery({
  sort: ['received_at', 'created_at'],
  defaultSort: 'received_at',
  filters: {
    status: InboundStatus.optional().describe('Only this status'),
    reason: InboundReason.optional().describe('Only this reason'),
    provider_id: Id.optional().describe('Only of this mailbox'),
    ticket_id: Id.optional().describe('Only of this ticket'),
    from_address: z.string().max(320).toLowerCase().optional().describe('Only of this sender'),
  },
}).omit({ fields: true, updated_from: true, updated_to: true });
export type InboundListQuery = z.infer<typeof InboundListQuery>;
