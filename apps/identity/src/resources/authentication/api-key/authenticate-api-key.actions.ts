import { timingSafeEqual } from 'node:crypto';
import type { TenantId } from '@psa/contract-kit';
import type { ApiKeyParts, AuthenticatedCaller, RateLimit } from '@psa/contracts-identity';
import { type Db, type Ports, tenantDb } from '../../../identity-app.ts';
import { countUse, findUsableKey, noteUse, type UsableKey } from './api-key-authentication.records.ts';
import { findTenantOfKey } from './api-key-secret.records.ts';

const NOTE_EVERY_MS = 60_000;

/** What a key is asked about with. */
export interface Credential extends ApiKeyParts {
  /** The key must belong to this tenant. */
  readonly tenant?: string | undefined;
}

/**
 * Who a key stands for and what they may do; counts as a use of it.
 * @returns null for every reason there is: unknown, revoked, expired, used up, of nobody; `suspended` for a key that would be valid, were
 * its tenant not suspended: only who holds the key learns of it
 */
export async function authenticateApiKey(ports: Ports, credential: Credential): Promise<AuthenticatedCaller | 'suspended' | null> {
  const found = await findGenuine(ports, credential);
  if (found === undefined) return null;
  const { db, key, isSuspended } = found;
  if (isSuspended) return 'suspended';
  const counted = key.usage_limit !== null;
  if (counted && !(await countUse(db, key.api_key_id))) return null;
  if (!counted) noteSoon(ports, db, key);
  return {
    tenant: db.tenant,
    user_id: key.user_id,
    user_type: 'internal',
    client_id: null,
    credential: { type: 'api_key', id: key.api_key_id, ...restrictionOf(key) },
    permissions: key.permissions,
    key_rate_limit: rateLimit(key.key_max_tokens, key.key_refill_per_min),
    tenant_rate_limit: rateLimit(key.tenant_max_tokens, key.tenant_refill_per_min),
    ...(key.ip_ranges !== null && { ip_ranges: key.ip_ranges }),
    expires_at: key.ends_at,
    single_use: counted,
  };
}

function restrictionOf(key: UsableKey): Pick<AuthenticatedCaller['credential'], 'restricted'> {
  if (key.is_scoped) return { restricted: 'permissions' };
  return key.ip_ranges === null && key.expires_at === null && key.usage_limit === null ? {} : { restricted: 'use' };
}

/** Whose key it is; asking is no use of it. */
export async function identifyApiKey(ports: Ports, credential: Credential): Promise<{ tenant: TenantId; user_id: string } | undefined> {
  const found = await findGenuine(ports, credential);
  return found === undefined || found.isSuspended ? undefined : { tenant: found.db.tenant, user_id: found.key.user_id };
}

interface GenuineKey {
  readonly db: Db;
  readonly key: UsableKey;
  readonly isSuspended: boolean;
}

async function findGenuine(ports: Ports, { key_id, hash, tenant: within }: Credential): Promise<GenuineKey | undefined> {
  const found = await findTenantOfKey(ports.database, key_id, within);
  if (found === undefined) return undefined;
  const { tenant, isSuspended } = found;
  const db = tenantDb(ports, tenant, { actor: { id: 'identity', type: 'system' }, correlationId: 'authentication' });
  const key = await findUsableKey(db, key_id);
  return key !== undefined && timingSafeEqual(Buffer.from(key.hash, 'hex'), Buffer.from(hash, 'hex'))
    ? { db, key, isSuspended }
    : undefined;
}

/** Nobody waits for it, and if it fails the next use notes it. */
function noteSoon({ log }: Ports, db: Db, { api_key_id, last_used_at }: UsableKey): void {
  if (last_used_at !== null && Date.parse(last_used_at) > Date.now() - NOTE_EVERY_MS) return;
  noteUse(db, api_key_id).catch((error: unknown) => log.warn({ err: error, api_key_id }, 'the use of an API key could not be noted'));
}

function rateLimit(max_tokens: number | null, refill_per_min: number | null): RateLimit | null {
  return max_tokens === null || refill_per_min === null ? null : { max_tokens, refill_per_min };
}
