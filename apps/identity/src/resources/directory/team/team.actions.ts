import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { type CreateTeam, MAX_TEAMS, teamEvents, type UpdateTeam } from '@psa/contracts-identity';
import { emit } from '@psa/events-kit';
import type { Accepted, Principal } from '@psa/http-kit';
import { violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { lockAccess } from '../../access/grant/effective-permissions.records.ts';
import { planJoining } from './team-member/team-member.actions.ts';
import { findEligible, findMemberIds } from './team-member/team-member.records.ts';
import { requireEligible, requireRoom } from './team-member/team-member.rules.ts';
import { requireMayShare } from './team-permission/team-permission.access.ts';
import { changeTeam, lockAcceptedTeam } from './change-team.actions.ts';
import { countTeams, deleteTeamRow, freeSubteams, insertTeam, type TeamRecord } from './team.records.ts';
import { planMembers } from './team.rules.ts';
import { teamFacts } from './team.view.ts';

/** Creates a team with its members, the manager among them. @throws VALIDATION_ERROR for who cannot be in a team, CONFLICT when the name is taken */
export function createTeam(db: Db, input: CreateTeam): Promise<TeamRecord> {
  return db.transaction(async (tx) => {
    await lockAccess(tx);
    const manager_id = input.manager_id ?? null;
    const { joining } = planMembers(
      [],
      input.members?.map(({ user_id }) => user_id),
      manager_id,
    );
    await requireMembers(tx, input, manager_id);
    requireRoom(joining.length, ['members']);
    if ((await countTeams(tx)) >= MAX_TEAMS) throw conflict(`A tenant has at most ${MAX_TEAMS} teams`);
    const row = await insertTeam(tx, { team_id: uuidv7(), team_name: input.team_name, manager_id });
    if (row === undefined) throw nameTaken();
    emit(tx, teamEvents.created, teamFacts(row), row.version);
    audit(tx, { event_type: 'team_created', record_id: row.team_id, after: row });
    return changeTeam(tx, row, { joining });
  });
}

/**
 * Changes a team's name, manager and members.
 * @param caller who changes it
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT as for a new one, FORBIDDEN when somebody would join a team
 * that may do more than the caller
 */
export function updateTeam(db: Db, caller: Principal, teamId: string, input: UpdateTeam, accepted?: Accepted): Promise<TeamRecord> {
  return db
    .transaction(async (tx) => {
      const previous = await lockAcceptedTeam(tx, teamId, accepted);
      const manager_id = input.manager_id === undefined ? previous.manager_id : input.manager_id;
      await requireMembers(tx, input, manager_id === previous.manager_id ? null : manager_id);
      const current = await findMemberIds(tx, teamId);
      const { joining, leaving } = planMembers(
        current,
        input.members?.map(({ user_id }) => user_id),
        manager_id,
      );
      requireRoom(current.length + joining.length - leaving.length, ['members']);
      if (joining.length > 0) await requireMayShare(tx, caller, teamId);
      return changeTeam(tx, previous, { set: { team_name: input.team_name ?? previous.team_name, manager_id }, joining, leaving });
    })
    .catch((error: unknown) => {
      throw violates(error, 'teams_name') ? nameTaken() : error;
    });
}

/** Lets a user lead a team. @throws NOT_FOUND for the team or the user, PRECONDITION_FAILED, VALIDATION_ERROR for a full team, FORBIDDEN */
export function assignManager(db: Db, caller: Principal, teamId: string, managerId: string, accepted?: Accepted): Promise<TeamRecord> {
  return db.transaction(async (tx) => {
    const previous = await lockAcceptedTeam(tx, teamId, accepted);
    if (!(await findEligible(tx, [managerId])).has(managerId)) throw notFound('User');
    const { joining } = await planJoining(tx, caller, teamId, [managerId], () => ['manager_id']);
    return changeTeam(tx, previous, { set: { manager_id: managerId }, joining });
  });
}

/** Deletes a team; those below it stand for themselves. @throws NOT_FOUND, PRECONDITION_FAILED */
export function deleteTeam(db: Db, teamId: string, accepted?: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const previous = await lockAcceptedTeam(tx, teamId, accepted);
    for (const child of await freeSubteams(tx, teamId)) {
      emit(tx, teamEvents.updated, teamFacts(child), child.version);
      audit(tx, { event_type: 'team_updated', record_id: child.team_id, before: { ...child, parent_team_id: teamId }, after: child });
    }
    for (const user_id of await findMemberIds(tx, teamId)) {
      audit(tx, { event_type: 'team_member_removed', record_id: teamId, subject_user_id: user_id, details: { team_id: teamId } });
    }
    await deleteTeamRow(tx, teamId);
    emit(tx, teamEvents.deleted, { team_id: teamId }, previous.version + 1);
    audit(tx, { event_type: 'team_deleted', record_id: teamId, before: previous });
  });
}

/** @param managerId the new manager; null when there is none, or nobody new */
async function requireMembers(tx: Tx, { members = [] }: Pick<CreateTeam, 'members'>, managerId: string | null): Promise<void> {
  const ids = members.map(({ user_id }) => user_id);
  const eligible = await findEligible(tx, managerId === null ? ids : [...ids, managerId]);
  if (managerId !== null && !eligible.has(managerId))
    throw invalidField('manager_id', "is not an active user of the MSP's own people", 'unknown_reference');
  requireEligible(ids, eligible, (index) => ['members', index, 'user_id']);
}

function nameTaken() {
  return conflict('A team of this name already exists');
}
