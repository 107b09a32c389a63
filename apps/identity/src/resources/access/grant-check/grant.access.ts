import type { Principal } from '@psa/http-kit';
import type { Tx } from '../../../identity-app.ts';
import { keptByCallerKey } from '../../authentication/api-key/caller-key.access.ts';
import { findUserAccess, lockAccess } from '../grant/effective-permissions.records.ts';
import { missingPermissions, type Grant, portalOfUserType, assertCanGrant } from '../grant/grant.rules.ts';
import { findGrantablesOfRoles } from '../grant/role-permission.records.ts';

/**
 * Asks whether a user may grant permissions. Changes of who may do what wait for each other from here on.
 * @param granter the caller; a key confined to some permissions grants no others
 * @throws FORBIDDEN naming what they do not hold, or not for as long
 */
export async function requireMayGrant(tx: Tx, granter: Principal, granted: readonly Grant[]): Promise<void> {
  await lockAccess(tx);
  if (granted.length === 0) return;
  const access = await findUserAccess(tx, granter.userId);
  const sources = await keptByCallerKey(tx, granter, access?.sources ?? []);
  assertCanGrant(missingPermissions(sources, portalOfUserType(access?.user_type ?? 'internal'), granted));
}

/** The same for all that roles hold: to be asked before they are given to anybody. @throws FORBIDDEN */
export async function requireMayGrantRoles(tx: Tx, granter: Principal, roleIds: readonly string[]): Promise<void> {
  await requireMayGrant(tx, granter, await findGrantablesOfRoles(tx, roleIds));
}
