import { statement } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';
import type { PermissionsTable, Tables } from '../../../tables.ts';

export type PermissionRow = Selectable<PermissionsTable>;

const findStatement = statement<Tables>()((db, p: { permission_id: string }) =>
  db.selectFrom('permissions').selectAll().where('permission_id', '=', p.permission_id),
);

export function findPermission(db: Db, permissionId: string): Promise<PermissionRow | undefined> {
  return db.first(findStatement, { permission_id: permissionId });
}

/** A permission by its pair. */
export function findPermissionByPair(db: Db, resource: string, action: string): Promise<PermissionRow | undefined> {
  return db.selectFrom('permissions').selectAll().where('resource', '=', resource).where('action', '=', action).executeTakeFirst();
}

const ofRoleStatement = statement<Tables>()((db, p: { role_id: string }) =>
  db
    .selectFrom('role_permissions')
    .innerJoin('permissions', (join) =>
      join
        .onRef('permissions.tenant', '=', 'role_permissions.tenant')
        .onRef('permissions.permission_id', '=', 'role_permissions.permission_id'),
    )
    .selectAll('permissions')
    .where('role_permissions.role_id', '=', p.role_id)
    .orderBy('permissions.resource')
    .orderBy('permissions.action'),
);

/** What a role holds, by resource and action. */
export function findPermissionsOfRole(db: Db, roleId: string): Promise<PermissionRow[]> {
  return db.all(ofRoleStatement, { role_id: roleId });
}

/** All of the tenant, by resource and action: those of the product and the bounded number of its own. */
export function findAllPermissions(db: Db): Promise<PermissionRow[]> {
  return db.selectFrom('permissions').selectAll().orderBy('resource').orderBy('action').execute();
}

/** Reads a permission and keeps others from changing it until the transaction ends. */
export function lockPermission(tx: Tx, permissionId: string): Promise<PermissionRow | undefined> {
  return tx.selectFrom('permissions').selectAll().where('permission_id', '=', permissionId).forUpdate().executeTakeFirst();
}

export async function countPermissions(tx: Tx): Promise<number> {
  const { permissions } = await tx
    .selectFrom('permissions')
    .select(sql<number>`count(*)`.as('permissions'))
    .executeTakeFirstOrThrow();
  return permissions;
}

/** @returns undefined when the pair is there already */
export function insertPermission(tx: Tx, permission: Insertable<PermissionsTable>): Promise<PermissionRow | undefined> {
  return tx
    .insertInto('permissions')
    .values(permission)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Writes the changes and raises the version. */
export function updatePermissionRow(tx: Tx, permissionId: string, changes: Updateable<PermissionsTable>): Promise<PermissionRow> {
  return tx
    .updateTable('permissions')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('permission_id', '=', permissionId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a permission with what is left of grants to teams that have ended. */
export async function deletePermissionRow(tx: Tx, permissionId: string): Promise<void> {
  await tx.deleteFrom('team_permissions').where('permission_id', '=', permissionId).execute();
  await tx.deleteFrom('permissions').where('permission_id', '=', permissionId).execute();
}

/** Ids of the roles that hold a permission. */
export async function findHolders(tx: Tx, permissionId: string): Promise<{ role_id: string; role_name: string }[]> {
  return tx
    .selectFrom('role_permissions')
    .innerJoin('roles', (join) =>
      join.onRef('roles.tenant', '=', 'role_permissions.tenant').onRef('roles.role_id', '=', 'role_permissions.role_id'),
    )
    .select(['roles.role_id', 'roles.role_name'])
    .where('role_permissions.permission_id', '=', permissionId)
    .execute();
}

/** Whether a team was granted a permission that has not ended. */
export async function isGrantedToTeam(tx: Tx, permissionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('team_permissions')
    .select('team_permission_id')
    .where('permission_id', '=', permissionId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<string>`now()`)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Roles of this name, one a portal. */
export function findRolesNamed(tx: Tx, roleName: string) {
  return tx.selectFrom('roles').select(['role_id', 'role_name', 'msp', 'client']).where('role_name', '=', roleName).execute();
}
