import { statement } from '@psa/postgres-kit';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';
import type { Tables, TwoFactorsTable } from '../../../tables.ts';

export type TwoFactorRecord = Selectable<TwoFactorsTable>;

const findStatement = statement<Tables>()((db, p: { user_id: string }) =>
  db.selectFrom('two_factors').selectAll().where('user_id', '=', p.user_id),
);

export function findTwoFactor(db: Db, userId: string): Promise<TwoFactorRecord | undefined> {
  return db.first(findStatement, { user_id: userId });
}

/** Reads it and keeps others from using or changing it until the transaction ends. */
export async function lockTwoFactor(tx: Tx, userId: string): Promise<TwoFactorRecord | undefined> {
  return tx.selectFrom('two_factors').selectAll().where('user_id', '=', userId).forUpdate().executeTakeFirst();
}

/** @returns false when there is one already */
export async function insertTwoFactor(tx: Tx, userId: string, sealedSecret: string, lastUsedStep: number): Promise<boolean> {
  const row = await tx
    .insertInto('two_factors')
    .values({ user_id: userId, sealed_secret: sealedSecret, last_used_step: lastUsedStep })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes it with its recovery codes and trusted devices. @returns false when there was none */
export async function deleteTwoFactor(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.deleteFrom('two_factors').where('user_id', '=', userId).returning('user_id').executeTakeFirst()) !== undefined;
}

/** Notes a wrong code. @param wrongCodes how many in a row it makes @param lockedUntil until when codes are refused unseen */
export async function noteWrongCode(tx: Tx, userId: string, wrongCodes: number, lockedUntil: string | null): Promise<void> {
  await tx.updateTable('two_factors').set({ wrong_codes: wrongCodes, locked_until: lockedUntil }).where('user_id', '=', userId).execute();
}

/** Notes the step of a right token: it and earlier ones are spent, and the count of wrong ones starts anew. */
export async function noteUsedStep(tx: Tx, userId: string, step: number): Promise<void> {
  await tx
    .updateTable('two_factors')
    .set({ last_used_step: step, wrong_codes: 0, locked_until: null })
    .where('user_id', '=', userId)
    .execute();
}

export interface TwoFactorCounts {
  readonly recovery_codes_left: number;
  readonly trusted_devices: number;
}

const countStatement = statement<Tables>()((db, p: { user_id: string }) =>
  db
    .selectFrom('two_factors')
    .select([
      sql<number>`(select count(*)::int from recovery_codes c where c.tenant = two_factors.tenant and c.user_id = two_factors.user_id and c.used_at is null)`.as(
        'recovery_codes_left',
      ),
      sql<number>`(select count(*)::int from trusted_devices d where d.tenant = two_factors.tenant and d.user_id = two_factors.user_id and d.expires_at > now())`.as(
        'trusted_devices',
      ),
    ])
    .where('user_id', '=', p.user_id),
);

export async function countAround(db: Db, userId: string): Promise<TwoFactorCounts> {
  return (await db.first(countStatement, { user_id: userId })) ?? { recovery_codes_left: 0, trusted_devices: 0 };
}
