import { isPermissionName, permissionCatalogue } from '@psa/contract-kit';
import type { Permission, PermissionCategory } from '@psa/contracts-identity';
import { nameOf } from './grant.rules.ts';
import type { PermissionRow } from './permission.records.ts';

export function permissionPath(permissionId: string): string {
  return `/api/v1/permissions/${permissionId}`;
}

/** A permission without links, as it stands in others. */
export function toPlainPermission({ version: _, ...row }: PermissionRow): Omit<Permission, '_links'> {
  return { ...row, is_system: isPermissionName(nameOf(row)) };
}

/** A permission as the API shows it. */
export function toPermission(row: PermissionRow): Permission {
  const self = permissionPath(row.permission_id);
  const permission = toPlainPermission(row);
  const changes = { update: { href: self, method: 'PUT' }, delete: { href: self, method: 'DELETE' } };
  return {
    ...permission,
    _links: {
      self: { href: self, method: 'GET' },
      roles: { href: `${self}/roles`, method: 'GET' },
      ...(permission.is_system ? {} : changes),
    },
  };
}

const descriptions: Readonly<Record<string, { readonly description: string }>> = permissionCatalogue;

/** Permissions by what may be acted on; they arrive in that order. */
export function toCategories(rows: readonly PermissionRow[]): PermissionCategory[] {
  const byResource = Map.groupBy(rows, ({ resource }) => resource);
  return [...byResource].map(([resource, permissions]) => ({
    resource,
    description: Object.hasOwn(descriptions, resource) ? (descriptions[resource]?.description ?? resource) : resource,
    permissions: permissions.map(toPlainPermission),
  }));
}
