import { conflict, invalidField } from '@psa/contract-kit';
import { type Grantable, nameOf } from '../grant/grant.rules.ts';

export interface Portals {
  readonly msp: boolean;
  readonly client: boolean;
}

/** The role in each portal that holds everything there. */
export const ADMIN = 'Admin';

/** The roles whose name says that they hold everything: they keep it and what it says. */
export function isAdminRole({ role_name }: { role_name: string }): boolean {
  return role_name === ADMIN;
}

/**
 * The portals a new role is for: as named, as those of the role it is copied from, or the MSP's.
 * @throws VALIDATION_ERROR when it is named to be for none
 */
export function choosePortals(input: { msp?: boolean | undefined; client?: boolean | undefined }, source: Portals | undefined): Portals {
  if (input.msp === undefined && input.client === undefined) return { msp: source?.msp ?? true, client: source?.client ?? false };
  const { msp = false, client = false } = input;
  if (!msp && !client) throw invalidField('msp', 'a role is for the MSP, for clients, or for both', 'no_portal');
  return { msp, client };
}

/** Whether a role can hold a permission at all. */
export function fits(role: Portals, permission: Portals): boolean {
  return (role.msp && permission.msp) || (role.client && permission.client);
}

/** What is done with the permissions that are named. */
export type PermissionChange = 'add' | 'replace' | 'remove';

/** What comes to a role and what goes from it; in the order given. */
export function planPermissions(
  current: readonly string[],
  given: readonly string[],
  change: PermissionChange,
): { added: string[]; removed: string[] } {
  const [has, named] = [new Set(current), new Set(given)];
  return {
    added: change === 'remove' ? [] : [...named].filter((id) => !has.has(id)),
    removed: [...has].filter((id) => (change === 'remove' ? named.has(id) : change === 'replace' && !named.has(id))),
  };
}

/**
 * Pairs ids with the permissions they stand for.
 * @param member name of the input's list
 * @throws VALIDATION_ERROR naming the first id that stands for none, or for one the role cannot hold
 */
export function requireFitting<P extends Grantable & { permission_id: string }>(
  ids: readonly string[],
  found: readonly P[],
  role: Portals,
  member: string,
): P[] {
  const byId = new Map(found.map((permission) => [permission.permission_id, permission]));
  return [...new Set(ids)].map((id) => {
    const permission = byId.get(id);
    const path = [member, ids.indexOf(id)];
    if (permission === undefined) throw invalidField(path, 'is not a permission of this tenant', 'unknown_reference');
    if (!fits(role, permission)) throw invalidField(path, `${nameOf(permission)} is not a permission of the role's portal`, 'wrong_portal');
    return permission;
  });
}

/** @throws CONFLICT when an Admin role would lose its name or anything it holds */
export function requireAdminIntact(
  role: { role_name: string },
  change: { role_name?: string | undefined; removed: readonly string[] },
): void {
  if (!isAdminRole(role)) return;
  if (change.role_name !== undefined && change.role_name !== role.role_name) throw conflict('The role named Admin keeps its name');
  if (change.removed.length > 0) throw conflict('The role named Admin holds every permission of its portal');
}
