import { type DefaultRole, defaultRoles, permissions as catalogue, requiredPermissions } from '@psa/contract-kit';
import type { PermissionDescription } from '@psa/contracts-gateway';
import { routes } from '@psa/contracts-product';
import { once } from './once.ts';

/** Both portals have an Admin and a Finance. */
const nameOf = ({ role_name, portal }: DefaultRole): string => (portal === 'msp' ? role_name : `${role_name} (client portal)`);

/** Every permission of the catalogue, with the operations that demand it. */
export const permissionList: () => readonly PermissionDescription[] = once(() => {
  const demanding = new Map<string, string[]>();
  for (const route of routes) {
    for (const permission of requiredPermissions(route)) {
      const endpoints = route.paths.map((path) => `${route.method.toUpperCase()} ${path}`);
      demanding.set(permission, [...(demanding.get(permission) ?? []), ...endpoints]);
    }
  }
  return catalogue.map(({ name, description, resource }) => ({
    permission: name,
    description,
    category: resource,
    endpoints: demanding.get(name) ?? [],
    requiredRoles: defaultRoles.filter(({ permissions }) => permissions.includes(name)).map(nameOf),
  }));
});

/** The roles every tenant starts with. */
export const roleList = defaultRoles.map((role) => ({ name: nameOf(role), permissions: [...role.permissions] }));
