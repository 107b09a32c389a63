import type { Database } from '@psa/postgres-kit';

interface KeyOfTenant {
  readonly tenant: string;
  readonly api_key_id: string;
}

/** A round takes this many; the next takes the rest. */
const MAX_BATCH_SIZE = 1000;

const AT_THEIR_END = `select tenant, api_key_id from api_keys
  where revoked_at is null and (expires_at <= now() or usage_count >= usage_limit) limit ${MAX_BATCH_SIZE}`;
const LONG_REVOKED = `select tenant, api_key_id from api_keys where revoked_at < now() - interval '7 days' limit ${MAX_BATCH_SIZE}`;

/** Keys of all tenants that work no longer and are not marked so. @param database connected as the worker role */
export function keysAtTheirEnd(database: Database): Promise<KeyOfTenant[]> {
  return database.query<KeyOfTenant>(AT_THEIR_END);
}

/** Keys of all tenants revoked a week ago. @param database connected as the worker role */
export function keysLongRevoked(database: Database): Promise<KeyOfTenant[]> {
  return database.query<KeyOfTenant>(LONG_REVOKED);
}
