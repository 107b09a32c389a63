import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { identityEvents, makeApiKey } from '@psa/contracts-identity';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { readEffectivePermissions } from '../../access/grant/effective-permissions.records.ts';
import { mayOwnApiKeys } from '../../directory/user/user.records.ts';
import { deleteSecrets, insertSecret, listSecrets, setGrace } from './api-key-secret.records.ts';
import { type ApiKeyRecord, deleteApiKeyRow, insertApiKey, lockApiKey, markRevoked, touchApiKey } from './api-key.records.ts';
import { assertHeld, requireFuture, rotationObstacle } from './api-key.rules.ts';

/** A key and its text, of which nothing is kept. */
export interface KeyAndText {
  readonly row: ApiKeyRecord;
  readonly text: string;
}

export interface NewApiKey {
  readonly user_id: string;
  readonly description?: string | null | undefined;
  readonly expires_at?: string | null | undefined;
  readonly usage_limit?: number | null | undefined;
  /** Names of permissions of the owner it is confined to. */
  readonly permissions?: readonly string[] | null | undefined;
  readonly ip_ranges?: readonly string[] | null | undefined;
}

/** Creates a key that acts as a user. @throws VALIDATION_ERROR when no key may act as that user, or it would have ended already */
export function createApiKey(db: Db, input: NewApiKey): Promise<KeyAndText> {
  return db.transaction(async (tx) => {
    const { user_id, description = null, expires_at = null, usage_limit = null, permissions = null, ip_ranges = null } = input;
    requireFuture(expires_at, Date.now());
    if (!(await mayOwnApiKeys(tx, user_id)))
      throw invalidField('user_id', 'is not an active internal user of this tenant', 'unknown_reference');
    if (permissions !== null) assertHeld(permissions, await readEffectivePermissions(tx, user_id));
    const { text, key_id, hash } = makeApiKey();
    const row = await insertApiKey(tx, {
      api_key_id: uuidv7(),
      user_id,
      key_id,
      description,
      expires_at,
      usage_limit,
      permissions: permissions && [...new Set(permissions)].sort(),
      ip_ranges: ip_ranges && [...new Set(ip_ranges)],
    });
    await insertSecret(tx, row.api_key_id, { key_id, hash });
    emit(tx, identityEvents.apiKeyCreated, { api_key_id: row.api_key_id, user_id }, row.version);
    audit(tx, { event_type: 'api_key_created', record_id: row.api_key_id, subject_user_id: user_id, after: row });
    return { row, text };
  });
}

/**
 * Gives a key a new secret. The previous one works for the grace; one of an earlier rotation ends now, so that never more than two are about.
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT when the key is at its end
 */
export function rotateApiKey(db: Db, apiKeyId: string, graceSeconds: number, accepted?: Accepted): Promise<KeyAndText> {
  return db.transaction(async (tx) => {
    const previous = await lockAccepted(tx, apiKeyId, accepted);
    const obstacle = rotationObstacle(previous, Date.now());
    if (obstacle !== undefined) throw conflict(obstacle);
    const secrets = await listSecrets(tx, apiKeyId);
    const ended = secrets.filter(({ valid_until }) => valid_until !== null || graceSeconds === 0);
    await deleteSecrets(
      tx,
      ended.map(({ key_id }) => key_id),
    );
    if (graceSeconds > 0) await setGrace(tx, previous.key_id, graceSeconds);

    const { text, key_id, hash } = makeApiKey();
    await insertSecret(tx, apiKeyId, { key_id, hash });
    const row = await touchApiKey(tx, apiKeyId, key_id);
    tellOfChange(tx, row, previous.key_id);
    audit(tx, { event_type: 'api_key_rotated', record_id: apiKeyId, subject_user_id: row.user_id, before: previous, after: row });
    return { row, text };
  });
}

/** Ends a key for good; again, it changes nothing. @throws NOT_FOUND, PRECONDITION_FAILED */
export function revokeApiKey(db: Db, apiKeyId: string, accepted?: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const { revoked_at, key_id, user_id } = await lockAccepted(tx, apiKeyId, accepted);
    if (revoked_at !== null) return;
    tellOfChange(tx, await markRevoked(tx, apiKeyId), key_id);
    audit(tx, { event_type: 'api_key_revoked', record_id: apiKeyId, subject_user_id: user_id });
  });
}

/** Deletes a key that was revoked. Nobody is told: it has been good for nothing since. */
export function deleteRevokedApiKey(db: Db, apiKeyId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const key = await lockApiKey(tx, apiKeyId);
    if (key === undefined || key.revoked_at === null) return;
    await deleteSecrets(
      tx,
      (await listSecrets(tx, apiKeyId)).map(({ key_id }) => key_id),
    );
    await deleteApiKeyRow(tx, apiKeyId);
  });
}

/** Raises a key's version because its rate limit has changed, and has gateways forget it. */
export async function changedAround(tx: Tx, apiKeyId: string): Promise<void> {
  const row = await touchApiKey(tx, apiKeyId);
  tellOfChange(tx, row, row.key_id);
  audit(tx, { event_type: 'api_key_rate_limit_changed', record_id: apiKeyId, subject_user_id: row.user_id });
}

/** @throws NOT_FOUND, PRECONDITION_FAILED when it is not at an accepted version */
export async function lockAccepted(tx: Tx, apiKeyId: string, accepted?: Accepted): Promise<ApiKeyRecord> {
  const key = await lockApiKey(tx, apiKeyId);
  if (key === undefined) throw notFound('API key');
  demandVersion(accepted, key.version);
  return key;
}

/** Has gateways forget whom the key stands for. @param keyId public part of the secret it had */
function tellOfChange(tx: Tx, { api_key_id, user_id, version }: ApiKeyRecord, keyId: string): void {
  emit(tx, identityEvents.apiKeyRevoked, { api_key_id, key_id: keyId, user_id }, version);
}
