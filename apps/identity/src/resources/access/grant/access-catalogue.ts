import { createHash } from 'node:crypto';
import { type DefaultRole, defaultRoles, type Permission, permissions } from '@psa/contract-kit';
import { v5 as uuidv5 } from 'uuid';

/** Changes whenever the permissions or the default roles do: tells which tenants are behind without looking into them. */
export const accessCatalogue = createHash('sha256').update(JSON.stringify({ permissions, defaultRoles })).digest('base64url');

/** Ids follow from the tenant and the name: seeding twice makes the same rows, and no two tenants share one. */
export function permissionId(tenant: string, { name }: Permission): string {
  return uuidv5(`permission/${name}`, tenant);
}

/** @see permissionId */
export function defaultRoleId(tenant: string, { portal, role_name }: Pick<DefaultRole, 'portal' | 'role_name'>): string {
  return uuidv5(`default-role/${portal}/${role_name}`, tenant);
}

/** The roles that hold everything their portal has, now and after the catalogue has grown. */
export const adminRoles: readonly DefaultRole[] = defaultRoles.filter(({ role_name }) => role_name === 'Admin');

/** The tenant's first administrators have this one. */
export const mspAdmin = { portal: 'msp', role_name: 'Admin' } as const;
