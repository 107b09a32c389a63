import { invalidField } from '@psa/contract-kit';
import type { Db, Ports } from '../desk-app.ts';

interface UserFacts {
  readonly user_id: string;
  readonly username: string;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly user_type: string;
  readonly is_inactive: boolean;
}

/**
 * Checks that work may be given to a user: one of the staff who is active. Call it outside of a transaction: identity may have to be asked.
 * @throws VALIDATION_ERROR naming the field
 */
export async function requireAssignee(
  db: Db,
  ports: Ports,
  userId: string,
  field: string | (string | number)[] = 'assigned_to',
): Promise<void> {
  const find = () =>
    db.selectFrom('user_replicas').select(['user_type', 'is_inactive', 'is_deleted']).where('user_id', '=', userId).executeTakeFirst();
  let found = await find();
  if (found === undefined) {
    const facts = await ports.directory.user(db.context, userId);
    if (facts !== null) {
      await keepUser(db, facts, facts.version);
      found = await find();
    }
  }
  if (found === undefined || found.is_deleted) throw invalidField(field, 'is not a user of this tenant', 'unknown_reference');
  if (found.user_type === 'client') throw invalidField(field, 'is a user of the client portal', 'foreign_reference');
  if (found.is_inactive) throw invalidField(field, 'is an inactive user', 'inactive_reference');
}

/** Takes over a fact about a user unless a newer one is known. */
export async function keepUser(db: Db, fact: UserFacts, version: number): Promise<void> {
  const { user_id, username, email, first_name, last_name, user_type, is_inactive } = fact;
  const full_name = [first_name, last_name].filter(Boolean).join(' ') || username;
  const known = { full_name, first_name, last_name, email, user_type, is_inactive, is_deleted: false, version };
  await db
    .insertInto('user_replicas')
    .values({ user_id, ...known })
    .onConflict((row) => row.columns(['tenant', 'user_id']).doUpdateSet(known).where('user_replicas.version', '<', version))
    .execute();
}

/** Remembers that a user is gone; the name stays, because what they did goes on naming them. */
export async function forgetUser(db: Db, userId: string, version: number): Promise<void> {
  await db
    .insertInto('user_replicas')
    .values({ user_id: userId, full_name: '', email: '', user_type: 'internal', is_inactive: true, is_deleted: true, version })
    .onConflict((row) =>
      row.columns(['tenant', 'user_id']).doUpdateSet({ is_deleted: true, version }).where('user_replicas.version', '<', version),
    )
    .execute();
}
