import type { GoogleConfig, ImapConfig, MicrosoftConfig, Provider } from '@psa/contracts-email';
import type { ProviderRecord } from './provider.records.ts';

/** A mailbox as it is shown: secrets stay here. */
export function toProvider(row: ProviderRecord): Provider {
  const { has_secret, has_tokens, token_expires_at } = row;
  const tokens = { has_secret, has_tokens, token_expires_at };
  const configOf = <Config>(type: ProviderRecord['provider_type']) =>
    row.provider_type === type ? { ...(row.config as Config), ...tokens } : null;
  const [microsoft, imap] = [configOf<MicrosoftConfig>('microsoft'), configOf<ImapConfig>('imap')];
  return {
    id: row.provider_id,
    providerId: row.provider_id,
    tenant: row.tenant,
    providerType: row.provider_type,
    providerName: row.provider_name,
    senderDisplayName: row.sender_display_name,
    mailbox: row.mailbox,
    isActive: row.is_active,
    status: row.status,
    errorMessage: row.error_message,
    lastSyncAt: row.last_sync_at,
    inboundTicketDefaults: row.ticket_defaults,
    inboundPausedAt: row.paused_at,
    inboundPauseReason: row.pause_reason,
    inboundAuthFailureCount: row.auth_failure_count,
    inboundAuthFailureLastAt: row.auth_failure_last_at,
    inboundAuthFailureCode: row.auth_failure_code,
    googleConfig: configOf<GoogleConfig>('google'),
    // A mailbox that was added before a setting existed lacks it.
    microsoftConfig: microsoft && { ...microsoft, shared_mailbox: microsoft.shared_mailbox ?? false },
    imapConfig: imap && { ...imap, authserv_id: imap.authserv_id ?? null },
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** What events say of a mailbox. */
export function providerFacts({ provider_id, provider_type, provider_name, mailbox, status, is_active }: ProviderRecord) {
  return { provider_id, provider_type, provider_name, mailbox, status, is_active };
}

export const providerPath = (providerId: string) => `/api/v1/email/providers/${providerId}`;
