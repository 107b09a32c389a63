import type { Tx } from '../../../identity-app.ts';
import { findUserAccess, lockAccess } from './effective-permissions.records.ts';
import { missingPermissions, type Grant, portalOfUserType, assertCanGrant } from './grant.rules.ts';
import { findGrantablesOfRoles } from './role-permission.records.ts';

/**
 * Asks whether a user may grant permissions. Changes of who may do what wait for each other from here on.
 * @param granterId the caller
 * @throws FORBIDDEN naming what they do not hold, or not for as long
 */
export async function requireMayGrant(tx: Tx, granterId: string, granted: readonly Grant[]): Promise<void> {
  await lockAccess(tx);
  if (granted.length === 0) return;
  const access = await findUserAccess(tx, granterId);
  assertCanGrant(missingPermissions(access?.sources ?? [], portalOfUserType(access?.user_type ?? 'internal'), granted));
}

/** The same for all that roles hold: to be asked before they are given to anybody. @throws FORBIDDEN */
export async function requireMayGrantRoles(tx: Tx, granterId: string, roleIds: readonly string[]): Promise<void> {
  await requireMayGrant(tx, granterId, await findGrantablesOfRoles(tx, roleIds));
}
