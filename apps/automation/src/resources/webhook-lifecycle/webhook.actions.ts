import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { type CreateWebhook, type UpdateWebhook, type Webhook, webhookEvents, type WebhookSecurityInput } from '@psa/contracts-automation';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../automation-app.ts';
import { secretOf } from '../webhook-delivery/receiver.ts';
import { addSigningSecret, endSigningSecrets, sealCredential } from '../webhook/webhook-secret.records.ts';
import {
  clearFailures,
  countWebhooks,
  deleteWebhookRow,
  insertWebhook,
  lockWebhook,
  updateWebhookRow,
  type WebhookRecord,
  type WebhookRow,
} from '../webhook/webhook.records.ts';
import { requireReachable, requireTemplate, SECRET_MEMBER, shownSecurity } from '../webhook/webhook.rules.ts';

/** Every event is held against all of them. */
const MOST_WEBHOOKS = 200;

type SecretPorts = Pick<Ports, 'secrets' | 'egressPolicy'>;

export interface WebhookAndSecret {
  readonly row: WebhookRow;
  readonly secret: string;
}

/** Creates a webhook. @throws VALIDATION_ERROR for an address that must not be called, CONFLICT when the tenant has too many */
export function createWebhook(
  db: Db,
  ports: SecretPorts,
  { verify_ssl: _, security, ...input }: CreateWebhook,
  userId: string,
): Promise<WebhookAndSecret> {
  requireReachable(input.url, ports.egressPolicy);
  requireTemplate(input.payload_format, input.payload_transformation);
  return db.transaction(async (tx) => {
    if ((await countWebhooks(tx)) >= MOST_WEBHOOKS) throw conflict(`A tenant has ${MOST_WEBHOOKS} webhooks at most`);
    const webhook_id = uuidv7();
    const row = await insertWebhook(tx, {
      ...input,
      webhook_id,
      description: input.description ?? null,
      payload_fields: input.payload_fields ?? null,
      event_filter: jsonOf(input.event_filter ?? null),
      payload_transformation: jsonOf(input.payload_transformation ?? null),
      metadata: jsonOf(input.metadata ?? null),
      custom_headers: JSON.stringify(input.custom_headers),
      retry_config: JSON.stringify(input.retry_config),
      rate_limit: JSON.stringify(input.rate_limit),
      ...(await securityColumns(tx, ports, webhook_id, security)),
      disabled_reason: null,
      created_by_user_id: userId,
    });
    const secret = await addSigningSecret(tx, ports, webhook_id);
    emit(tx, webhookEvents.created, factsOf(row), row.version);
    return { row, secret };
  });
}

/** Changes a webhook. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR */
export function updateWebhook(
  db: Db,
  ports: SecretPorts,
  webhookId: string,
  { verify_ssl: _, security, ...input }: UpdateWebhook,
  accepted?: Accepted,
): Promise<WebhookRow> {
  if (input.url !== undefined) requireReachable(input.url, ports.egressPolicy);
  return db.transaction(async (tx) => {
    const before = await lockAccepted(tx, webhookId, accepted);
    requireTemplate(
      input.payload_format ?? before.payload_format,
      input.payload_transformation === undefined ? before.payload_transformation : input.payload_transformation,
    );
    requireCredential(before, input.url ?? before.url, security);
    const { event_filter, payload_transformation, metadata, custom_headers, retry_config, rate_limit, ...plain } = input;
    const json = { event_filter, payload_transformation, metadata, custom_headers, retry_config, rate_limit };
    const startsAgain = input.is_active === true && !before.is_active;
    if (startsAgain) await clearFailures(tx, webhookId);
    const row = await updateWebhookRow(tx, webhookId, {
      ...plain,
      ...Object.fromEntries(
        Object.entries(json)
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => [name, jsonOf(value)]),
      ),
      ...(security === undefined ? {} : await securityColumns(tx, ports, webhookId, security, before)),
      ...(startsAgain ? { auto_disabled_at: null, disabled_reason: null } : {}),
    });
    emit(
      tx,
      webhookEvents.updated,
      { ...factsOf(row), changed: Object.keys({ ...input, ...(security === undefined ? {} : { security }) }) },
      row.version,
    );
    return row;
  });
}

/** Deletes a webhook. @throws NOT_FOUND, PRECONDITION_FAILED */
export function deleteWebhook(db: Db, webhookId: string, accepted?: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const { version } = await lockAccepted(tx, webhookId, accepted);
    await deleteWebhookRow(tx, webhookId);
    emit(tx, webhookEvents.deleted, { webhook_id: webhookId }, version + 1);
  });
}

export interface RotatedSecret {
  readonly secret: string;
  readonly previousValidUntil: string | null;
}

/** Gives a webhook a new signing secret; the present one signs as well for the overlap, one of an earlier rotation ends now. @throws NOT_FOUND */
export function rotateSecret(db: Db, ports: SecretPorts, webhookId: string, overlapSeconds: number): Promise<RotatedSecret> {
  return db.transaction(async (tx) => {
    await lockAccepted(tx, webhookId);
    const previousValidUntil = await endSigningSecrets(tx, webhookId, overlapSeconds);
    const secret = await addSigningSecret(tx, ports, webhookId);
    const { version } = await updateWebhookRow(tx, webhookId, {});
    emit(tx, webhookEvents.secretRotated, { webhook_id: webhookId }, version);
    return { secret, previousValidUntil };
  });
}

async function lockAccepted(tx: Tx, webhookId: string, accepted?: Accepted): Promise<WebhookRecord> {
  const webhook = await lockWebhook(tx, webhookId);
  if (webhook === undefined) throw notFound('Webhook');
  demandVersion(accepted, webhook.version);
  return webhook;
}

/** A stored secret is for the server it was stored for: whoever may change settings must not make it go elsewhere. */
function requireCredential(before: WebhookRecord, url: string, security: WebhookSecurityInput | undefined): void {
  const type = security?.type ?? before.security.type;
  if (type === 'none' || (security !== undefined && secretOf(security) !== undefined)) return;
  const sameServer = new URL(before.url).origin === new URL(url).origin;
  if (before.security.type === type && sameServer) return;
  throw invalidField(['security', SECRET_MEMBER[type]], sameServer ? 'is required' : 'is required for another server', 'required');
}

async function securityColumns(tx: Tx, ports: SecretPorts, webhookId: string, security: WebhookSecurityInput, before?: WebhookRecord) {
  const shown = { security: JSON.stringify(shownSecurity(security)) };
  if (security.type === 'none') return { ...shown, sealed_credential: null };
  const secret = secretOf(security);
  if (secret !== undefined) return { ...shown, sealed_credential: await sealCredential(tx, ports, webhookId, secret) };
  if (before === undefined) throw invalidField(['security', SECRET_MEMBER[security.type]], 'is required', 'required');
  return { ...shown, sealed_credential: before.sealed_credential };
}

function factsOf({
  webhook_id,
  name,
  is_active,
  event_types,
}: WebhookRow): Pick<Webhook, 'webhook_id' | 'name' | 'is_active' | 'event_types'> {
  return { webhook_id, name, is_active, event_types };
}

function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
