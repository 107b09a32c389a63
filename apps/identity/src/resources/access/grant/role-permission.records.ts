import type { Db, Tx } from '../../../identity-app.ts';
import type { Grantable } from './grant.rules.ts';

/** A permission of a role, as far as rules look at it. */
export interface RolePermission extends Grantable {
  readonly permission_id: string;
}

const columns = [
  'permissions.permission_id',
  'permissions.resource',
  'permissions.action',
  'permissions.msp',
  'permissions.client',
] as const;

/** What roles hold; a permission several of them hold appears once. */
export async function findGrantablesOfRoles(db: Db, roleIds: readonly string[]): Promise<RolePermission[]> {
  if (roleIds.length === 0) return [];
  return db
    .selectFrom('role_permissions')
    .innerJoin('permissions', (join) =>
      join
        .onRef('permissions.tenant', '=', 'role_permissions.tenant')
        .onRef('permissions.permission_id', '=', 'role_permissions.permission_id'),
    )
    .select(columns)
    .distinct()
    .where((eb) => eb('role_permissions.role_id', '=', eb.fn.any(eb.val([...roleIds]))))
    .execute();
}

/** Those of the ids that are permissions of the tenant. */
export async function findGrantables(db: Db, permissionIds: readonly string[]): Promise<RolePermission[]> {
  if (permissionIds.length === 0) return [];
  return db
    .selectFrom('permissions')
    .select(columns)
    .where((eb) => eb('permissions.permission_id', '=', eb.fn.any(eb.val([...permissionIds]))))
    .execute();
}

export async function insertRolePermissions(tx: Tx, roleId: string, permissionIds: readonly string[]): Promise<void> {
  if (permissionIds.length === 0) return;
  await tx
    .insertInto('role_permissions')
    .values(permissionIds.map((permission_id) => ({ role_id: roleId, permission_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteRolePermissions(tx: Tx, roleId: string, permissionIds: readonly string[]): Promise<void> {
  if (permissionIds.length === 0) return;
  await tx
    .deleteFrom('role_permissions')
    .where('role_id', '=', roleId)
    .where((eb) => eb('permission_id', '=', eb.fn.any(eb.val([...permissionIds]))))
    .execute();
}
