import { sql } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';
import type { UserRow } from '../../directory/user/user.records.ts';

/** Ids of the users who have a role, as many as are asked for. */
export async function findUsersOfRole(db: Db, roleId: string, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('user_roles').select('user_id').where('role_id', '=', roleId).orderBy('user_id').limit(limit).execute();
  return rows.map(({ user_id }) => user_id);
}

/** Gives users a role. */
export async function assignRoleTo(tx: Tx, roleId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .insertInto('user_roles')
    .values(userIds.map((user_id) => ({ user_id, role_id: roleId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Raises the versions of users who may do other things than before. */
export async function touchUsers(tx: Tx, userIds: readonly string[]): Promise<UserRow[]> {
  if (userIds.length === 0) return [];
  return tx
    .updateTable('users')
    .set({ version: sql`version + 1`, updated_at: sql`now()` })
    .where((eb) => eb('user_id', '=', eb.fn.any(eb.val([...userIds]))))
    .returningAll()
    .execute();
}
