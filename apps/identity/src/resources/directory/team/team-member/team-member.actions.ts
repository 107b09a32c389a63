import { conflict, notFound } from '@psa/contract-kit';
import type { AddedTeamMembers } from '@psa/contracts-identity';
import type { Principal } from '@psa/http-kit';
import type { Db, Tx } from '../../../../identity-app.ts';
import { changeTeam, lockAcceptedTeam } from '../change-team.actions.ts';
import { requireMayShare } from '../team-permission/team-permission.access.ts';
import { findEligible, findMemberIds } from './team-member.records.ts';
import { type PathOf, requireEligible, requireNotManager, requireRoom, splitJoining } from './team-member.rules.ts';

/**
 * Adds a user to a team.
 * @param caller who adds them
 * @param member name of the input's member that holds the user's id
 * @throws NOT_FOUND, VALIDATION_ERROR for who cannot be in a team and for a full one, FORBIDDEN when the team may do more than the
 * caller, CONFLICT for a member
 */
export function addTeamMember(db: Db, caller: Principal, teamId: string, userId: string, member = 'user_id'): Promise<void> {
  return db.transaction(async (tx) => {
    const team = await lockAcceptedTeam(tx, teamId);
    const { joining } = await planJoining(tx, caller, teamId, [userId], () => [member]);
    if (joining.length === 0) throw conflict('The user is a member of the team already');
    await changeTeam(tx, team, { joining });
  });
}

/** Adds users to a team, all or none. @throws as {@link addTeamMember}, but members are left as they are */
export function addTeamMembers(db: Db, caller: Principal, teamId: string, userIds: readonly string[]): Promise<AddedTeamMembers> {
  return db.transaction(async (tx) => {
    const team = await lockAcceptedTeam(tx, teamId);
    const { joining, already } = await planJoining(tx, caller, teamId, userIds, (index) => ['user_ids', index]);
    await changeTeam(tx, team, { joining });
    return { added: joining, already_members: already };
  });
}

/** Removes a user from a team. @throws NOT_FOUND when they are not in it, CONFLICT for its manager */
export function removeTeamMember(db: Db, teamId: string, userId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const team = await lockAcceptedTeam(tx, teamId);
    if (!(await findMemberIds(tx, teamId)).includes(userId)) throw notFound('Team member');
    requireNotManager(team, userId);
    await changeTeam(tx, team, { leaving: [userId] });
  });
}

/**
 * Who of the users comes to a team that is locked. Whoever joins may do what the team was granted: the caller must hold it.
 * @throws VALIDATION_ERROR, FORBIDDEN
 */
export async function planJoining(
  tx: Tx,
  caller: Principal,
  teamId: string,
  userIds: readonly string[],
  path: PathOf,
): Promise<{ joining: string[]; already: string[] }> {
  const [eligible, current] = await Promise.all([findEligible(tx, userIds), findMemberIds(tx, teamId)]);
  requireEligible(userIds, eligible, path);
  const plan = splitJoining(current, userIds);
  if (plan.joining.length === 0) return plan;
  requireRoom(current.length + plan.joining.length, path(0).slice(0, 1));
  await requireMayShare(tx, caller, teamId);
  return plan;
}
