import { Replica } from '@psa/postgres-kit';
import type { Db, Ports } from '../assets-app.ts';
import type { UserFacts } from '../ports/user-directory.ts';
import type { UserCopy } from './replica.tables.ts';

export const userReplica = new Replica<UserCopy, 'user_id'>({
  table: 'user_replicas',
  key: 'user_id',
  unknown: { user_name: null },
  called: 'a user of this tenant',
});

/** What is kept of a user: first and last name as one, null for a user without either. */
export function userCopy({ user_id, first_name, last_name }: Pick<UserFacts, 'user_id' | 'first_name' | 'last_name'>): UserCopy {
  const names = [first_name, last_name].map((name) => name?.trim()).filter(Boolean);
  return { user_id, user_name: names.join(' ') || null };
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
