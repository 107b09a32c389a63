import type { RoleOfUser } from '@psa/contracts-identity';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';

export interface AssignableRole {
  readonly role_id: string;
  readonly role_name: string;
  readonly msp: boolean;
  readonly client: boolean;
}

/** Those of the ids that are roles of the tenant. */
export async function findRoles(db: Db, roleIds: readonly string[]): Promise<AssignableRole[]> {
  if (roleIds.length === 0) return [];
  return db
    .selectFrom('roles')
    .select(['role_id', 'role_name', 'msp', 'client'])
    .where((eb) => eb('role_id', '=', eb.fn.any(eb.val([...roleIds]))))
    .execute();
}

/** Roles a user has, by name. */
export function listRolesOf(db: Db, userId: string): Promise<RoleOfUser[]> {
  return db
    .selectFrom('user_roles')
    .innerJoin('roles', (join) => join.onRef('roles.tenant', '=', 'user_roles.tenant').onRef('roles.role_id', '=', 'user_roles.role_id'))
    .select(['roles.role_id', 'roles.role_name', 'roles.description'])
    .where('user_roles.user_id', '=', userId)
    .orderBy('roles.role_name')
    .orderBy('roles.role_id')
    .execute();
}

export async function listRoleIdsOf(db: Db, userId: string): Promise<string[]> {
  return (await db.selectFrom('user_roles').select('role_id').where('user_id', '=', userId).execute()).map(({ role_id }) => role_id);
}

export async function insertUserRoles(tx: Tx, userId: string, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return;
  await tx
    .insertInto('user_roles')
    .values(roleIds.map((role_id) => ({ user_id: userId, role_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteUserRoles(tx: Tx, userId: string, roleIds: readonly string[]): Promise<void> {
  if (roleIds.length === 0) return;
  await tx
    .deleteFrom('user_roles')
    .where('user_id', '=', userId)
    .where((eb) => eb('role_id', '=', eb.fn.any(eb.val([...roleIds]))))
    .execute();
}

/** How many may sign in who have a role of the MSP: a user, and everybody else. */
export function countAdmins(tx: Tx, roleId: string, userId: string): Promise<{ self: number; others: number }> {
  return tx
    .selectFrom('user_roles')
    .innerJoin('users', (join) => join.onRef('users.tenant', '=', 'user_roles.tenant').onRef('users.user_id', '=', 'user_roles.user_id'))
    .select([
      sql<number>`count(*) filter (where users.user_id = ${userId})`.as('self'),
      sql<number>`count(*) filter (where users.user_id <> ${userId})`.as('others'),
    ])
    .where('user_roles.role_id', '=', roleId)
    .where('users.user_type', '<>', 'client')
    .where('users.is_inactive', '=', false)
    .executeTakeFirstOrThrow();
}
