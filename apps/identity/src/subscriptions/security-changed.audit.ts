import type { Event, EventData, EventSpec } from '@psa/contract-kit';
import { documentEvents, rmmEvents } from '@psa/contracts-assets';
import { ruleEvents, webhookEvents } from '@psa/contracts-automation';
import { accountingConnectionEvents } from '@psa/contracts-billing';
import { clientEvents, contactEvents } from '@psa/contracts-clients';
import { emailProviderEvents } from '@psa/contracts-email';
import type { AuditEventType } from '@psa/contracts-identity';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../identity-app.ts';
import { audit } from '../resources/audit/audit.ts';
import type { Tables } from '../tables.ts';

/** Records an event of another service in the one audit log, by whom it was caused. @param idOf the row that is concerned */
function record<E extends EventSpec>(event: Event<E>, event_type: AuditEventType, idOf: (data: EventData<E>) => string) {
  return on<E, Tables, Ports>(event, async (tx, { id, time, data }) => {
    const { changed } = data as { changed?: readonly string[] };
    audit(tx, { event_type, record_id: idOf(data), ...(changed && { changed }), details: { event_id: id, occurred_at: time } });
  });
}

const ofWebhook = ({ webhook_id }: { webhook_id: string }) => webhook_id;
const ofRule = ({ rule_id }: { rule_id: string }) => rule_id;
const ofIntegration = ({ provider }: { provider: string }) => provider;
const ofDocument = ({ document_id }: { document_id: string }) => document_id;
const ofContact = ({ contact_name_id }: { contact_name_id: string }) => contact_name_id;
const ofConnection = ({ connection_id }: { connection_id: string }) => connection_id;
const ofProvider = ({ provider_id }: { provider_id: string }) => provider_id;

/** Changes elsewhere that decide where data goes, what runs by itself, and what is gone: one subscription for each kind of row. */
export const auditSubscriptions = [
  subscription(
    'identity-audit-webhooks',
    record(webhookEvents.created, 'webhook_created', ofWebhook),
    record(webhookEvents.updated, 'webhook_updated', ofWebhook),
    record(webhookEvents.deleted, 'webhook_deleted', ofWebhook),
    record(webhookEvents.secretRotated, 'webhook_secret_rotated', ofWebhook),
  ),
  subscription(
    'identity-audit-rules',
    record(ruleEvents.created, 'automation_rule_created', ofRule),
    record(ruleEvents.updated, 'automation_rule_updated', ofRule),
    record(ruleEvents.deleted, 'automation_rule_deleted', ofRule),
  ),
  subscription(
    'identity-audit-rmm',
    record(rmmEvents.configured, 'rmm_integration_configured', ofIntegration),
    record(rmmEvents.removed, 'rmm_integration_removed', ofIntegration),
  ),
  subscription(
    'identity-audit-documents',
    record(documentEvents.created, 'document_created', ofDocument),
    record(documentEvents.deleted, 'document_deleted', ofDocument),
  ),
  subscription(
    'identity-audit-clients',
    record(clientEvents.deleted, 'client_deleted', ({ client_id }) => client_id),
  ),
  subscription(
    'identity-audit-contacts',
    record(contactEvents.deleted, 'contact_deleted', ofContact),
    record(contactEvents.merged, 'contact_merged', ofContact),
  ),
  subscription(
    'identity-audit-accounting',
    record(accountingConnectionEvents.established, 'accounting_connected', ofConnection),
    record(accountingConnectionEvents.disconnected, 'accounting_disconnected', ofConnection),
  ),
  subscription(
    'identity-audit-mailboxes',
    record(emailProviderEvents.created, 'email_provider_created', ofProvider),
    record(emailProviderEvents.updated, 'email_provider_updated', ofProvider),
    record(emailProviderEvents.deleted, 'email_provider_deleted', ofProvider),
  ),
];
