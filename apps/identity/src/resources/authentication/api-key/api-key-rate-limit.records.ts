import type { RateLimit } from '@psa/contracts-identity';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../identity-app.ts';

export function findRateLimit(db: Db, apiKeyId: string): Promise<RateLimit | undefined> {
  return db.selectFrom('rate_limits').select(['max_tokens', 'refill_per_min']).where('api_key_id', '=', apiKeyId).executeTakeFirst();
}

export async function putRateLimit(tx: Tx, apiKeyId: string, { max_tokens, refill_per_min }: RateLimit): Promise<void> {
  await tx
    .insertInto('rate_limits')
    .values({ rate_limit_id: uuidv7(), api_key_id: apiKeyId, max_tokens, refill_per_min })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'api_key_id']).doUpdateSet({ max_tokens, refill_per_min, updated_at: sql`excluded.updated_at` }),
    )
    .execute();
}

/** @returns whether there was one */
export async function deleteRateLimit(tx: Tx, apiKeyId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('rate_limits').where('api_key_id', '=', apiKeyId).executeTakeFirst();
  return numDeletedRows > 0n;
}
