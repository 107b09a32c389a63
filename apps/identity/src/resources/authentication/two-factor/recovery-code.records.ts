import { sql } from 'kysely';
import type { Tx } from '../../../identity-app.ts';
import { hashRecoveryCode } from './recovery-code.rules.ts';

/** Puts new codes in the place of those a user has. */
export async function replaceRecoveryCodes(tx: Tx, userId: string, codes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashRecoveryCode(code, { tenant: tx.tenant, userId }) })))
    .execute();
}

/** Uses a code up. @returns false when it is none of the user's, or was used */
export async function useRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const used = await tx
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashRecoveryCode(code, { tenant: tx.tenant, userId }))
    .where('used_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}
