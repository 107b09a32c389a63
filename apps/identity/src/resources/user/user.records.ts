import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../identity-app.ts';
import type { UsersTable } from '../../tables.ts';

export type UserRow = Selectable<UsersTable>;

export async function insertUser(tx: Tx, user: Insertable<UsersTable>): Promise<UserRow> {
  return tx.insertInto('users').values(user).returningAll().executeTakeFirstOrThrow();
}

/** Whether API keys may act as the user. */
export async function mayOwnApiKeys(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('user_id')
    .where('user_id', '=', userId).where('user_type', '=', 'internal').where('is_inactive', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}

/** The active internal user who has had a role for longest. */
export async function firstUserWithRole(db: Db, roleId: string): Promise<string | undefined> {
  const row = await db.selectFrom('user_roles')
    .innerJoin('users', (join) => join.onRef('users.tenant', '=', 'user_roles.tenant').onRef('users.user_id', '=', 'user_roles.user_id'))
    .select('users.user_id')
    .where('user_roles.role_id', '=', roleId).where('users.user_type', '=', 'internal').where('users.is_inactive', '=', false)
    .orderBy('user_roles.created_at').orderBy('users.user_id')
    .limit(1)
    .executeTakeFirst();
  return row?.user_id;
}
