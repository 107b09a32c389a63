import { events } from '@psa/contract-kit';
import { z } from 'zod';

const ProviderFacts = z.object({
  provider_id: z.guid(),
  provider_type: z.enum(['google', 'microsoft', 'imap']),
  provider_name: z.string(),
  mailbox: z.string(),
  status: z.enum(['connected', 'disconnected', 'error', 'configuring']),
  is_active: z.boolean(),
});
const provider = { version: 1, key: 'provider_id', permission: 'email_provider:read', data: ProviderFacts } as const;

/** Mailboxes. */
export const emailProviderEvents = events('email', {
  created: { ...provider, name: 'email_provider.created', summary: 'A mailbox was added' },
  updated: {
    ...provider,
    name: 'email_provider.updated',
    summary: 'A mailbox was changed',
    data: ProviderFacts.extend({ changed: z.array(z.string()) }),
  },
  deleted: {
    ...provider,
    name: 'email_provider.deleted',
    summary: 'A mailbox was deleted',
    data: z.object({ provider_id: z.guid() }),
  },
  connected: { ...provider, name: 'email_provider.connected', summary: 'A mailbox was connected, or works again' },
  disconnected: {
    ...provider,
    name: 'email_provider.disconnected',
    summary: 'A mailbox lost its connection',
    data: ProviderFacts.extend({ reason: z.string() }),
  },
  paused: {
    ...provider,
    name: 'email_provider.paused',
    summary: 'Fetching from a mailbox was paused, by a person or because signing in failed again and again',
    data: ProviderFacts.extend({ reason: z.enum(['manual', 'tenant_cancelled', 'auth_failure']) }),
  },
  resumed: { ...provider, name: 'email_provider.resumed', summary: 'Fetching from a mailbox was resumed' },
  unhealthy: {
    ...provider,
    name: 'email_provider.unhealthy',
    summary: 'No mail could be fetched from a mailbox for 15 minutes',
    data: ProviderFacts.extend({ last_sync_at: z.string().nullable(), error: z.string().nullable() }),
  },
});

const InboundFacts = z.object({
  message_id: z.guid(),
  provider_id: z.guid().nullable(),
  mailbox: z.string(),
  from_address: z.string().nullable(),
  subject: z.string(),
  is_automated: z.boolean(),
  received_at: z.string(),
});
const inbound = { version: 1, key: 'message_id', permission: 'email_provider:read' } as const;

/** Mail that came in. */
export const inboundEmailEvents = events('email', {
  received: { ...inbound, name: 'inbound_email.received', summary: 'A mail was stored, and is about to be processed', data: InboundFacts },
  processed: {
    ...inbound,
    name: 'inbound_email.processed',
    summary: 'A mail became a ticket or a comment, or was skipped',
    data: InboundFacts.extend({
      outcome: z.enum(['created', 'replied', 'skipped', 'bounced']),
      reason: z.string().nullable(),
      ticket_id: z.guid().nullable(),
      comment_id: z.guid().nullable(),
    }),
  },
  quarantined: {
    ...inbound,
    name: 'inbound_email.quarantined',
    summary: 'A mail waits for a decision',
    data: InboundFacts.extend({ reason: z.string() }),
  },
});

const OutboundFacts = z.object({
  mail_id: z.guid(),
  source: z.string(),
  recipients: z.int(),
  ticket_id: z.guid().nullable(),
  comment_id: z.guid().nullable(),
  rfc_message_id: z.string(),
});
const outbound = { version: 1, key: 'mail_id', permission: 'email_provider:read' } as const;

/** Mail that goes out. Addresses and texts stay out of events: they may hold links that let their reader in. */
export const outboundEmailEvents = events('email', {
  queued: { ...outbound, name: 'outbound_email.queued', summary: 'A mail was queued', data: OutboundFacts },
  sent: { ...outbound, name: 'outbound_email.sent', summary: 'A mail was accepted by the mail server', data: OutboundFacts },
  failed: {
    ...outbound,
    name: 'outbound_email.failed',
    summary: 'A mail could not be sent',
    data: OutboundFacts.extend({ error: z.string(), suppressed: z.boolean() }),
  },
  bounced: {
    ...outbound,
    name: 'outbound_email.bounced',
    summary: 'A mail came back, or its recipient complained about it',
    data: OutboundFacts.extend({ address: z.string(), reason: z.string(), kind: z.enum(['bounce', 'delay', 'complaint']) }),
  },
});
