import { statement, type TenantBuilder } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';
import type { ApiKeysTable, Tables } from '../../../tables.ts';

export type ApiKeyRecord = Selectable<ApiKeysTable>;
/** A key with its owner's names. */
export type ApiKeyRow = ApiKeyRecord & { username: string; first_name: string | null; last_name: string | null };

/** Keys with their owners: the base of every read. */
export function apiKeyRows(db: TenantBuilder<Tables>) {
  return db
    .selectFrom('api_keys')
    .innerJoin('users', (join) => join.onRef('users.tenant', '=', 'api_keys.tenant').onRef('users.user_id', '=', 'api_keys.user_id'))
    .selectAll('api_keys')
    .select(['users.username', 'users.first_name', 'users.last_name']);
}

const findStatement = statement<Tables>()((db, p: { api_key_id: string }) =>
  db.selectFrom('api_keys').selectAll().where('api_key_id', '=', p.api_key_id),
);

export function findApiKey(db: Db, apiKeyId: string): Promise<ApiKeyRecord | undefined> {
  return db.first(findStatement, { api_key_id: apiKeyId });
}

/** Reads a key and keeps others from changing it until the transaction ends. */
export function lockApiKey(tx: Tx, apiKeyId: string): Promise<ApiKeyRecord | undefined> {
  return tx.selectFrom('api_keys').selectAll().where('api_key_id', '=', apiKeyId).forUpdate().executeTakeFirst();
}

/** Ids of a user's keys that are not revoked. */
export async function listLiveKeysOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select('api_key_id')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('api_key_id')
    .execute();
  return rows.map(({ api_key_id }) => api_key_id);
}

/** Ids of keys that are not revoked, by the public part of their secret or by their description in any case. */
export async function listLiveKeysNamed(db: Db, keyId: string, description: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('api_keys')
    .select('api_key_id')
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('key_id', '=', keyId), eb(sql`lower(description)`, '=', description.toLowerCase())]))
    .orderBy('api_key_id')
    .limit(limit)
    .execute();
  return rows.map(({ api_key_id }) => api_key_id);
}

export type ApiKeyWrite = Omit<Insertable<ApiKeysTable>, 'version' | 'created_at' | 'updated_at'>;

export function insertApiKey(tx: Tx, key: ApiKeyWrite): Promise<ApiKeyRecord> {
  return tx.insertInto('api_keys').values(key).returningAll().executeTakeFirstOrThrow();
}

/** Raises the version; what else changes is given. @param keyId public part of the new secret, after a rotation */
export function touchApiKey(tx: Tx, apiKeyId: string, keyId?: string): Promise<ApiKeyRecord> {
  return tx
    .updateTable('api_keys')
    .set({ version: sql`version + 1`, updated_at: sql`now()`, ...(keyId === undefined ? {} : { key_id: keyId }) })
    .where('api_key_id', '=', apiKeyId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function markRevoked(tx: Tx, apiKeyId: string): Promise<ApiKeyRecord> {
  return tx
    .updateTable('api_keys')
    .set({ revoked_at: sql`now()`, version: sql`version + 1`, updated_at: sql`now()` })
    .where('api_key_id', '=', apiKeyId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a key; its secrets and its rate limit go by foreign keys. */
export async function deleteApiKeyRow(tx: Tx, apiKeyId: string): Promise<void> {
  await tx.deleteFrom('api_keys').where('api_key_id', '=', apiKeyId).execute();
}
