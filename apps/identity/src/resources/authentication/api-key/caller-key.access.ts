import { ApiError } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';
import type { Db, Tx } from '../../../identity-app.ts';
import { type ApiKeyRecord, findApiKey } from './api-key.records.ts';

/** The restricted key a caller presented; undefined for sessions and for keys that may do all their owner may. @throws UNAUTHORIZED when it is gone */
export async function findRestrictedKey(db: Db | Tx, { credential }: Principal): Promise<ApiKeyRecord | undefined> {
  if (credential.restricted === undefined) return undefined;
  const key = await findApiKey(db, credential.id);
  if (key === undefined || key.revoked_at !== null) throw new ApiError('UNAUTHORIZED', 'Invalid API key');
  return key;
}

/** Of what a user holds, what the caller's key lets them use. */
export async function keptByCallerKey<T extends { readonly name: string }>(
  db: Db | Tx,
  principal: Principal,
  held: readonly T[],
): Promise<T[]> {
  const scope = (await findRestrictedKey(db, principal))?.permissions ?? null;
  if (scope === null) return [...held];
  const names = new Set(scope);
  return held.filter(({ name }) => names.has(name));
}
