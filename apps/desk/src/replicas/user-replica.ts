import { invalidField } from '@psa/contract-kit';
import { Replica } from '@psa/postgres-kit';
import type { Db, Ports } from '../desk-app.ts';
import type { UserFacts } from '../ports/directory.ts';
import type { UserCopy } from './replica.tables.ts';

export const userReplica = new Replica<UserCopy, 'user_id'>({
  table: 'user_replicas',
  key: 'user_id',
  unknown: { full_name: '', first_name: null, last_name: null, email: '', user_type: 'internal', is_inactive: true },
  called: 'a user of this tenant',
});

/** What is kept of a user: beside the facts, the name that lists show. */
export function userCopy<Fact extends Omit<UserFacts, 'version'>>(fact: Fact): Fact & UserCopy {
  return { ...fact, full_name: [fact.first_name, fact.last_name].filter(Boolean).join(' ') || fact.username };
}

/**
 * Checks that work may be given to a user: one of the staff who is active. A transaction that misses the user runs again after identity was asked.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireAssignee(
  db: Db,
  ports: Ports,
  userId: string,
  field: string | (string | number)[] = 'assigned_to',
): Promise<void> {
  const user = await userReplica.require(db, userId, field, async () => {
    const facts = await ports.directory.user(db.context, userId);
    return facts && userCopy(facts);
  });
  if (user.user_type === 'client') throw invalidField(field, 'is a user of the client portal', 'foreign_reference');
  if (user.is_inactive) throw invalidField(field, 'is an inactive user', 'inactive_reference');
}
