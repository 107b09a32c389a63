import { notFound } from '@psa/contract-kit';
import type { ApiKeyRateLimit, RateLimit } from '@psa/contracts-identity';
import type { Db } from '../../../identity-app.ts';
import { deleteRateLimit, findRateLimit, putRateLimit } from './api-key-rate-limit.records.ts';
import { changedAround, lockAccepted } from './api-key.actions.ts';
import { findApiKey } from './api-key.records.ts';

/** A key's own limit, with nulls while it has none. @throws NOT_FOUND when there is no such key */
export async function getRateLimit(db: Db, apiKeyId: string): Promise<ApiKeyRateLimit> {
  if ((await findApiKey(db, apiKeyId)) === undefined) throw notFound('API key');
  return (await findRateLimit(db, apiKeyId)) ?? { max_tokens: null, refill_per_min: null };
}

/** Gives a key a limit of its own. @throws NOT_FOUND */
export function setRateLimit(db: Db, apiKeyId: string, limit: RateLimit): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAccepted(tx, apiKeyId);
    await putRateLimit(tx, apiKeyId, limit);
    await changedAround(tx, apiKeyId);
  });
}

/** Takes a key's own limit away; when there is none, nothing changes. @throws NOT_FOUND */
export function clearRateLimit(db: Db, apiKeyId: string): Promise<void> {
  return db.transaction(async (tx) => {
    await lockAccepted(tx, apiKeyId);
    if (await deleteRateLimit(tx, apiKeyId)) await changedAround(tx, apiKeyId);
  });
}
