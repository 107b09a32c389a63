import { invalidField } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';
import type { Db, Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { lockAccess } from '../../access/grant/effective-permissions.records.ts';
import { requireMayGrantRoles } from '../../access/grant-check/grant.access.ts';
import { adminRoleId, requireOtherAdmin } from './last-admin.rules.ts';
import { changedAccess } from './changed-access.ts';
import { requireUser, userScopeOf } from './user-scope.access.ts';
import { deleteUserRoles, findRoles, insertUserRoles, listRoleIdsOf } from './user-role.records.ts';
import { lockUser, type UserRow } from './user.records.ts';
import { portalOfUserType } from './user.rules.ts';

export type RoleChange = 'add' | 'set' | 'remove';

/** Changes which roles a user has. @throws NOT_FOUND, VALIDATION_ERROR, FORBIDDEN when they are more than the caller holds, CONFLICT for the last administrator */
export function changeUserRoles(
  db: Db,
  principal: Principal,
  userId: string,
  change: RoleChange,
  roleIds: readonly string[],
): Promise<void> {
  return db.transaction(async (tx) => {
    const user = requireUser(await lockUser(tx, userId, userScopeOf(principal)));
    if (await changeRolesOf(tx, principal, user, change, roleIds)) await changedAccess(tx, user);
  });
}

/** The same within another change of the user, which raises the version itself. @returns whether anything changed */
export async function changeRolesOf(
  tx: Tx,
  principal: Principal,
  user: Pick<UserRow, 'user_id' | 'user_type'>,
  change: RoleChange,
  roleIds: readonly string[],
): Promise<boolean> {
  // Ahead of reading what they have: two changes of one user's roles must not both start from the same ones.
  await lockAccess(tx);
  const current = await listRoleIdsOf(tx, user.user_id);
  const added = change === 'remove' ? [] : roleIds.filter((id) => !current.includes(id));
  const removed = current.filter((id) => (change === 'set' ? !roleIds.includes(id) : change === 'remove' && roleIds.includes(id)));
  await requireAssignable(tx, user.user_type, change === 'remove' ? [] : roleIds);
  await requireMayGrantRoles(tx, principal, added);
  if (removed.includes(adminRoleId(tx))) await requireOtherAdmin(tx, user.user_id);
  await removeRoles(tx, user.user_id, removed);
  await giveRoles(tx, user.user_id, added);
  return added.length + removed.length > 0;
}

/** Makes sure that a new user may be given roles. @throws VALIDATION_ERROR, FORBIDDEN */
export async function requireMayGive(tx: Tx, principal: Principal, userType: string, roleIds: readonly string[]): Promise<void> {
  await requireAssignable(tx, userType, roleIds);
  await requireMayGrantRoles(tx, principal, roleIds);
}

/** Gives a user roles that were found to be in order. */
export async function giveRoles(tx: Tx, userId: string, roleIds: readonly string[]): Promise<void> {
  await insertUserRoles(tx, userId, roleIds);
  for (const role_id of roleIds)
    audit(tx, { event_type: 'role_assigned', record_id: userId, subject_user_id: userId, details: { role_id } });
}

async function removeRoles(tx: Tx, userId: string, roleIds: readonly string[]): Promise<void> {
  await deleteUserRoles(tx, userId, roleIds);
  for (const role_id of roleIds)
    audit(tx, { event_type: 'role_unassigned', record_id: userId, subject_user_id: userId, details: { role_id } });
}

/** @throws VALIDATION_ERROR when one is no role of the tenant, or not of the user's portal */
async function requireAssignable(tx: Tx, userType: string, roleIds: readonly string[]): Promise<void> {
  const roles = new Map((await findRoles(tx, roleIds)).map((role) => [role.role_id, role]));
  roleIds.forEach((id, index) => {
    const role = roles.get(id);
    if (role === undefined) throw invalidField(['role_ids', index], 'is not a role of this tenant', 'unknown_reference');
    if (!role[portalOfUserType(userType)])
      throw invalidField(['role_ids', index], `is not a role for users of type ${userType}`, 'wrong_portal');
  });
}
