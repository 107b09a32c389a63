import { invalidField, notFound } from '@psa/contract-kit';
import { MAX_TEAM_DEPTH, type TeamRelation } from '@psa/contracts-identity';
import type { Db } from '../../../../identity-app.ts';
import { changeTeam, lockAcceptedTeam } from '../change-team.actions.ts';
import { findTeam } from '../team.records.ts';
import { findPosition } from './team-hierarchy.records.ts';
import { requirePlace } from './team-hierarchy.rules.ts';

/** Makes a team part of another, or of none. @throws NOT_FOUND, VALIDATION_ERROR for an unknown team or a circle, CONFLICT when it is so already */
export function setTeamParent(db: Db, teamId: string, parentId: string | null): Promise<TeamRelation> {
  return db.transaction(async (tx) => {
    const team = await lockAcceptedTeam(tx, teamId);
    const parent = parentId === null ? undefined : await findTeam(tx, parentId);
    if (parentId !== null) {
      if (parent === undefined) throw invalidField('parent_team_id', 'is not a team of this tenant', 'unknown_reference');
      requirePlace(team, parentId, await findPosition(tx, parentId, teamId, MAX_TEAM_DEPTH));
    }
    await changeTeam(tx, team, { set: { parent_team_id: parentId } });
    return {
      child_team_id: teamId,
      child_team_name: team.team_name,
      parent_team_id: parentId,
      parent_team_name: parent?.team_name ?? null,
    };
  });
}

/** Lets a team stand for itself. @throws NOT_FOUND when it does already */
export function clearTeamParent(db: Db, teamId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const team = await lockAcceptedTeam(tx, teamId);
    if (team.parent_team_id === null) throw notFound('Parent team');
    await changeTeam(tx, team, { set: { parent_team_id: null } });
  });
}
