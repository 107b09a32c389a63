import type { Role, RoleWithPermissions } from '@psa/contracts-identity';
import type { PermissionRow } from '../grant/permission.records.ts';
import { toPlainPermission } from '../grant/permission.view.ts';
import type { RoleRow } from './role.records.ts';

export function rolePath(roleId: string): string {
  return `/api/v1/roles/${roleId}`;
}

/** A role as the API shows it. */
export function toRole({ version: _, ...row }: RoleRow): Role {
  const self = rolePath(row.role_id);
  return {
    ...row,
    _links: {
      self: { href: self, method: 'GET' },
      permissions: { href: `${self}/permissions`, method: 'GET' },
      users: { href: `/api/v1/user-roles?role_id=${row.role_id}`, method: 'GET' },
      clone: { href: `${self}/clone`, method: 'POST' },
      update: { href: self, method: 'PUT' },
      delete: { href: self, method: 'DELETE' },
    },
  };
}

export function toRoleWithPermissions(row: RoleRow, permissions: readonly PermissionRow[]): RoleWithPermissions {
  return { ...toRole(row), permissions: permissions.map(toPlainPermission) };
}
