import { invalidField } from '@psa/contract-kit';
import type { Db, Ports } from '../assets-app.ts';

/** First and last name as one; null for a user without either. */
export function fullName({ first_name, last_name }: { first_name: string | null; last_name: string | null }): string | null {
  return (
    [first_name, last_name]
      .map((name) => name?.trim())
      .filter(Boolean)
      .join(' ') || null
  );
}

/**
 * Checks that a member names a user of the tenant. Call it outside of a transaction: identity may have to be asked.
 * @throws VALIDATION_ERROR naming the field, SERVICE_UNAVAILABLE when nobody knows
 */
export async function requireUser(db: Db, { users }: Ports, userId: string | null | undefined, field: string): Promise<void> {
  if (!userId) return;
  const known = await db.selectFrom('user_replicas').select('is_deleted').where('user_id', '=', userId).executeTakeFirst();
  if (known === undefined ? await users.has(db.context, userId) : !known.is_deleted) return;
  throw invalidField(field, 'is not a user of this tenant', 'unknown_reference');
}

/** Takes over a fact about a user unless a newer one is known. */
export async function keepUser(db: Db, fact: { user_id: string; user_name: string | null; version: number }): Promise<void> {
  const { user_id, user_name, version } = fact;
  await db
    .insertInto('user_replicas')
    .values({ user_id, user_name, version })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'user_id']).doUpdateSet({ user_name, version }).where('user_replicas.version', '<', version),
    )
    .execute();
}

/** Remembers that a user is gone; the name stays, because history goes on telling who did the work. */
export async function forgetUser(db: Db, userId: string, version: number): Promise<void> {
  await db
    .insertInto('user_replicas')
    .values({ user_id: userId, user_name: null, is_deleted: true, version })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'user_id']).doUpdateSet({ is_deleted: true, version }).where('user_replicas.version', '<', version),
    )
    .execute();
}
