import { statement, type TenantBuilder } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { RoleOfUser } from '@psa/contracts-identity';
import type { Db, Tx } from '../../../identity-db.ts';
import type { Tables, UsersTable } from '../../../tables.ts';
import type { UserScope } from './user-scope.access.ts';

/** A user without the hash of their password: only what signs in or changes a password reads that. */
export type UserRow = Omit<Selectable<UsersTable>, 'password_hash' | 'inactive_with_client'>;

/** A user as they are shown: with their roles, and where their picture is. */
export type UserShown = UserRow & { roles: RoleOfUser[]; avatar: string | null };

/** All but the hash of the password. */
export const userColumns = [
  'users.tenant',
  'users.user_id',
  'users.username',
  'users.email',
  'users.first_name',
  'users.last_name',
  'users.phone',
  'users.timezone',
  'users.image',
  'users.user_type',
  'users.contact_id',
  'users.client_id',
  'users.two_factor_enabled',
  'users.two_factor_required_new_device',
  'users.is_google_user',
  'users.is_inactive',
  'users.reports_to',
  'users.last_login_at',
  'users.last_login_method',
  'users.deleted_at',
  'users.password_changed_at',
  'users.version',
  'users.created_at',
  'users.updated_at',
] as const;

const rolesOfUser = sql<RoleOfUser[]>`coalesce((
  select jsonb_agg(jsonb_build_object('role_id', roles.role_id, 'role_name', roles.role_name, 'description', roles.description) order by roles.role_name, roles.role_id)
  from user_roles join roles on roles.tenant = user_roles.tenant and roles.role_id = user_roles.role_id
  where user_roles.tenant = users.tenant and user_roles.user_id = users.user_id), '[]')`;

const avatarOfUser = sql<
  string | null
>`(select left(sha256, 16) from user_avatars where user_avatars.tenant = users.tenant and user_avatars.user_id = users.user_id)`;

/** Users as they are shown, those who are forgotten left out: the base of every read. */
export function shownUsers(db: TenantBuilder<Tables>) {
  return db
    .selectFrom('users')
    .select(userColumns)
    .select([rolesOfUser.as('roles'), avatarOfUser.as('avatar')])
    .where('users.deleted_at', 'is', null);
}

const findStatement = statement<Tables>()((db, p: { user_id: string }) => shownUsers(db).where('users.user_id', '=', p.user_id));

/** @returns undefined also for a user the audience may not see */
export async function findUser(db: Db, userId: string, audience: UserScope): Promise<UserShown | undefined> {
  return visible(await db.first(findStatement, { user_id: userId }), audience);
}

/** Users as they are shown, in the order of the ids. */
export async function findUsers(db: Db, userIds: readonly string[]): Promise<UserShown[]> {
  if (userIds.length === 0) return [];
  const rows = await shownUsers(db)
    .where((eb) => eb('users.user_id', '=', eb.fn.any(eb.val([...userIds]))))
    .execute();
  const byId = new Map(rows.map((row) => [row.user_id, row]));
  return userIds.flatMap((id) => byId.get(id) ?? []);
}

/** Reads a user and keeps others from changing them until the transaction ends; rows that refer to them may still be added. */
export async function lockUser(tx: Tx, userId: string, audience: UserScope): Promise<UserRow | undefined> {
  const row = await tx
    .selectFrom('users')
    .select(userColumns)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return visible(row, audience);
}

/** {@link lockUser}, also of a user who is deleted: what other services and the books refer to. */
export function lockUserOrDeleted(tx: Tx, userId: string): Promise<UserRow | undefined> {
  return tx.selectFrom('users').select(userColumns).where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst();
}

/** Members that may be changed. */
export type UserChanges = Updateable<UsersTable>;

export type UserWrite = Omit<Insertable<UsersTable>, 'version' | 'created_at' | 'updated_at'>;

/** @returns undefined when the name or the address is taken by another user of the type */
export function insertUnlessTaken(tx: Tx, user: UserWrite): Promise<UserRow | undefined> {
  return tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning(userColumns)
    .executeTakeFirst();
}

export async function insertUser(tx: Tx, user: UserWrite): Promise<UserRow> {
  return tx.insertInto('users').values(user).returning(userColumns).executeTakeFirstOrThrow();
}

/** Which of the two is taken among the users of a type. */
export async function findTaken(
  tx: Tx,
  user: { user_type: string; username: string; email: string },
  exceptId?: string,
): Promise<('username' | 'email')[]> {
  const rows = await tx
    .selectFrom('users')
    .select(['user_id', 'username', 'email'])
    .where('user_type', '=', user.user_type)
    .where((eb) => eb.or([eb('username', '=', user.username), eb('email', '=', user.email)]))
    .execute();
  return (['username', 'email'] as const).filter((name) => rows.some((row) => row.user_id !== exceptId && row[name] === user[name]));
}

/** How many users, shut out or forgotten ones left out, a contact is. */
export async function countActiveUsersOf(db: Db, contactId: string): Promise<number> {
  const { users } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('users'))
    .where('contact_id', '=', contactId)
    .where('is_inactive', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return users;
}

/** Writes the changes and raises the version. */
export function updateUserRow(tx: Tx, userId: string, changes: UserChanges): Promise<UserRow> {
  // Whoever lets somebody in again takes the decision from the client's inactivation.
  const forget = changes.is_inactive === false ? { inactive_with_client: false } : {};
  return tx
    .updateTable('users')
    .set({ ...changes, ...forget, version: sql`version + 1`, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .returning(userColumns)
    .executeTakeFirstOrThrow();
}

/** Whether API keys may act as the user. */
export async function mayOwnApiKeys(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('user_type', '=', 'internal')
    .where('is_inactive', '=', false)
    .executeTakeFirst();
  return row !== undefined;
}

/** The active internal user who has had a role for longest. */
export async function firstUserWithRole(db: Db, roleId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('user_roles')
    .innerJoin('users', (join) => join.onRef('users.tenant', '=', 'user_roles.tenant').onRef('users.user_id', '=', 'user_roles.user_id'))
    .select('users.user_id')
    .where('user_roles.role_id', '=', roleId)
    .where('users.user_type', '=', 'internal')
    .where('users.is_inactive', '=', false)
    .orderBy('user_roles.created_at')
    .orderBy('users.user_id')
    .limit(1)
    .executeTakeFirst();
  return row?.user_id;
}

/** Users of both portals with an e-mail address in any case. */
export function listUsersWithEmail(db: Db, email: string, limit: number): Promise<Pick<UserRow, 'user_id' | 'user_type'>[]> {
  return db
    .selectFrom('users')
    .select(['user_id', 'user_type'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .orderBy('user_id')
    .limit(limit)
    .execute();
}

function visible<Row extends { user_type: string; client_id: string | null }>(row: Row | undefined, audience: UserScope): Row | undefined {
  if (audience === 'tenant' || row === undefined) return row;
  return row.user_type === 'client' && row.client_id === audience.clientId ? row : undefined;
}
