import type { ApiKey, ApiKeyWithSecret } from '@psa/contracts-identity';
import type { KeyAndText } from './api-key.actions.ts';
import type { ApiKeyRecord, ApiKeyRow } from './api-key.records.ts';

/** A key as its owner sees it. */
export function toApiKey(row: ApiKeyRecord): ApiKey {
  return {
    api_key_id: row.api_key_id,
    key_id: row.key_id,
    user_id: row.user_id,
    description: row.description,
    active: row.revoked_at === null,
    purpose: row.purpose,
    metadata: row.metadata,
    created_at: row.created_at,
    updated_at: row.updated_at,
    last_used_at: row.last_used_at,
    expires_at: row.expires_at,
    permissions: row.permissions,
    ip_ranges: row.ip_ranges,
    usage_limit: row.usage_limit,
    usage_count: row.usage_count,
    tenant: row.tenant,
  };
}

/** A key among those of others. */
export function toOwnedApiKey(row: ApiKeyRow): ApiKey {
  const { username, first_name, last_name } = row;
  return { ...toApiKey(row), username, first_name, last_name };
}

/** A new key with its text: the only view that has it. */
export function toNewApiKey({ row, text }: KeyAndText): ApiKeyWithSecret {
  return { ...toApiKey(row), api_key: text };
}
