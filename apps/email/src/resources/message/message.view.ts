import type { InboundEmail } from '@psa/contracts-email';
import type { InboundRecord } from './message.records.ts';

/** A mail as it is shown. */
export function toInboundEmail(row: InboundRecord): InboundEmail {
  const {
    tenant: _tenant,
    external_id: _id,
    external_thread_id: _thread,
    content_key: _key,
    released_at: _released,
    raw_blob_id: _raw,
    fetch_again_at: _again,
    failures: _failures,
    crashes: _crashes,
    version: _v,
    ...shown
  } = row;
  return shown;
}

/** What events say of a mail. */
export function inboundFacts(row: InboundRecord) {
  const { message_id, provider_id, mailbox, from_address, subject, is_automated, received_at } = row;
  return { message_id, provider_id, mailbox, from_address, subject, is_automated, received_at };
}
