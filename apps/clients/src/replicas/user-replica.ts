import { invalidField } from '@psa/contract-kit';
import { statement } from '@psa/postgres-kit';
import type { Db, Ports } from '../clients-app.ts';
import type { Tables } from '../tables.ts';

const nameStatement = statement<Tables>()((db, p: { user_id: string }) =>
  db.selectFrom('user_replicas').select('full_name').where('user_id', '=', p.user_id).where('is_deleted', '=', false),
);

/** Name of a user. @returns null for nobody, and for a user of whom nothing was heard yet or who is gone */
export async function findUserName(db: Db, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  return (await db.first(nameStatement, { user_id: userId }))?.full_name ?? null;
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

interface UserFacts {
  readonly user_id: string;
  readonly username: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** Takes over a fact about a user unless a newer one is known. */
export async function keepUser(db: Db, { user_id, username, first_name, last_name }: UserFacts, version: number): Promise<void> {
  const full_name = [first_name, last_name].filter(Boolean).join(' ') || username;
  await db
    .insertInto('user_replicas')
    .values({ user_id, full_name, version })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'user_id'])
        .doUpdateSet({ full_name, is_deleted: false, version })
        .where('user_replicas.version', '<', version),
    )
    .execute();
}

/** Remembers that a user is gone, so that an older event does not bring them back. */
export async function forgetUser(db: Db, userId: string, version: number): Promise<void> {
  await db
    .insertInto('user_replicas')
    .values({ user_id: userId, full_name: '', is_deleted: true, version })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'user_id'])
        .doUpdateSet({ full_name: '', is_deleted: true, version })
        .where('user_replicas.version', '<', version),
    )
    .execute();
}
