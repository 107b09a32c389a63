import type { OutboundEmail } from '@psa/contracts-email';
import type { OutboundRecord } from './outbound.records.ts';

/** A mail as it is shown; its texts stay here. */
export function toOutboundEmail(row: OutboundRecord): OutboundEmail {
  const { mail_id, source, subject, status, rfc_message_id, provider_message_id, ticket_id, comment_id, attempts, error, sent_at } = row;
  return {
    mail_id,
    source,
    to: row.recipients_to,
    cc: row.recipients_cc,
    bcc: row.recipients_bcc,
    subject,
    status,
    rfc_message_id,
    provider_message_id,
    ticket_id,
    comment_id,
    attempts,
    error,
    bounces: row.bounces.map((bounce) => ({ ...bounce })),
    suppressed: row.recipients_suppressed,
    sent_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** What events say of a mail: neither its addresses nor its texts. */
export function outboundFacts(row: OutboundRecord) {
  const { mail_id, source, ticket_id, comment_id, rfc_message_id } = row;
  const recipients = row.recipients_to.length + row.recipients_cc.length + row.recipients_bcc.length;
  return { mail_id, source, recipients, ticket_id, comment_id, rfc_message_id };
}
