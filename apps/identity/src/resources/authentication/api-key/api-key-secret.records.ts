import { tenantId, type TenantId } from '@psa/contract-kit';
import type { Database } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Tx } from '../../../identity-app.ts';

/*
 * A secret is stored as its hash, in a table of the tenant. Beside it the global `api_key_lookup` says which tenant a key's
 * public part belongs to, and nothing more: who reads that table without right learns no hash.
 */

const ADD_LOOKUP = 'insert into api_key_lookup (key_id, tenant_id) values ($1, $2)';
const DROP_LOOKUP = 'delete from api_key_lookup where key_id = any($1) and tenant_id = $2';
const FIND_TENANT = `select tenant_id, suspended_at is not null as suspended from api_key_lookup join tenants using (tenant_id)
  where key_id = $1 and ($2::uuid is null or tenant_id = $2)`;

export interface ApiKeySecret {
  readonly key_id: string;
  readonly valid_until: string | null;
}

export async function insertSecret(tx: Tx, apiKeyId: string, secret: { key_id: string; hash: string }): Promise<void> {
  await tx.insertInto('api_key_secrets').values({ key_id: secret.key_id, api_key_id: apiKeyId, hash: secret.hash }).execute();
  await tx.execute({ text: ADD_LOOKUP }, [secret.key_id, tx.tenant]);
}

/** A key's secrets without their hashes: the current one, and one in its grace. */
export function listSecrets(tx: Tx, apiKeyId: string): Promise<ApiKeySecret[]> {
  return tx
    .selectFrom('api_key_secrets')
    .select(['key_id', 'valid_until'])
    .where('api_key_id', '=', apiKeyId)
    .orderBy('created_at')
    .execute();
}

/** Lets a secret work for some seconds more. */
export async function setGrace(tx: Tx, keyId: string, seconds: number): Promise<void> {
  await tx
    .updateTable('api_key_secrets')
    .set({ valid_until: sql`now() + make_interval(secs => ${seconds})` })
    .where('key_id', '=', keyId)
    .execute();
}

export async function deleteSecrets(tx: Tx, keyIds: readonly string[]): Promise<void> {
  if (keyIds.length === 0) return;
  await tx.deleteFrom('api_key_secrets').where('key_id', 'in', keyIds).execute();
  await tx.execute({ text: DROP_LOOKUP }, [keyIds, tx.tenant]);
}

/**
 * The tenant a key's public part belongs to, and whether it is suspended.
 * @param within looks in this tenant only
 */
export async function findTenantOfKey(
  database: Database,
  keyId: string,
  within: string | undefined,
): Promise<{ tenant: TenantId; isSuspended: boolean } | undefined> {
  const {
    rows: [row],
  } = await database.pool.query<{ tenant_id: string; suspended: boolean }>({
    ...database.named(FIND_TENANT),
    values: [keyId, within ?? null],
  });
  return row === undefined ? undefined : { tenant: tenantId(row.tenant_id), isSuspended: row.suspended };
}
