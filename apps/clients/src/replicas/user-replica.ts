import { Replica } from '@psa/postgres-kit';
import type { Db, Ports } from '../clients-app.ts';
import type { UserFacts } from '../ports/user-directory.ts';
import type { UserCopy } from './replica.tables.ts';

export const userReplica = new Replica<UserCopy, 'user_id'>({
  table: 'user_replicas',
  key: 'user_id',
  unknown: { full_name: '' },
  emptiesGone: true,
  called: 'a user of this tenant',
});

/** What is kept of a user: the name. */
export function userCopy({ user_id, username, first_name, last_name }: Omit<UserFacts, 'version'>): UserCopy {
  return { user_id, full_name: [first_name, last_name].filter(Boolean).join(' ') || username };
}

/** Name of a user. @returns null for nobody, and for a user of whom nothing was heard yet or who is gone */
export async function findUserName(db: Db, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const user = await userReplica.find(db, userId);
  return user === undefined || user.is_deleted ? null : user.full_name;
}

/**
 * Checks that a member names a user of the tenant. Call it outside of a transaction: identity may have to be asked.
 * @throws VALIDATION_ERROR naming the field, SERVICE_UNAVAILABLE when nobody knows
 */
export async function requireUser(db: Db, { users }: Ports, userId: string | null | undefined, field: string): Promise<void> {
  if (!userId) return;
  await userReplica.require(db, userId, field, async () => {
    const facts = await users.find(db.context, userId);
    return facts && { ...userCopy(facts), version: facts.version };
  });
}
