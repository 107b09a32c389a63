import { notFound } from '@psa/contract-kit';
import { teamEvents } from '@psa/contracts-identity';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import type { Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { lockAccess } from '../../access/grant/effective-permissions.records.ts';
import { deleteMembers, insertMembers } from './team-member/team-member.records.ts';
import { lockTeam, type TeamRecord, updateTeamRow } from './team.records.ts';
import { teamFacts } from './team.view.ts';

/** What becomes of a team. */
export interface TeamChange {
  readonly set?: Partial<Pick<TeamRecord, 'team_name' | 'manager_id' | 'parent_team_id'>>;
  readonly joining?: readonly string[];
  readonly leaving?: readonly string[];
}

/** Changes of who may do what wait for each other; then the team is held against If-Match. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function lockAcceptedTeam(tx: Tx, teamId: string, accepted?: Accepted): Promise<TeamRecord> {
  await lockAccess(tx);
  const team = await lockTeam(tx, teamId);
  if (team === undefined) throw notFound('Team');
  demandVersion(accepted, team.version);
  return team;
}

/** Writes a change that was found to be in order, and tells of each part of it; each has a version of its own. */
export async function changeTeam(tx: Tx, previous: TeamRecord, { set = {}, joining = [], leaving = [] }: TeamChange): Promise<TeamRecord> {
  const { team_id } = previous;
  const updated = Object.entries(set).some(([member, value]) => previous[member as keyof TeamRecord] !== value);
  const facts = Number(updated) + joining.length + leaving.length;
  if (facts === 0) return previous;
  await insertMembers(tx, team_id, joining);
  await deleteMembers(tx, team_id, leaving);
  const row = await updateTeamRow(tx, team_id, set, facts);
  let version = row.version - facts;
  if (updated) {
    emit(tx, teamEvents.updated, teamFacts(row), ++version);
    audit(tx, { event_type: 'team_updated', record_id: team_id, before: previous, after: row });
  }
  for (const user_id of joining) {
    emit(tx, teamEvents.memberAdded, { team_id, user_id }, ++version);
    audit(tx, { event_type: 'team_member_added', record_id: team_id, subject_user_id: user_id, details: { team_id } });
  }
  for (const user_id of leaving) {
    emit(tx, teamEvents.memberRemoved, { team_id, user_id }, ++version);
    audit(tx, { event_type: 'team_member_removed', record_id: team_id, subject_user_id: user_id, details: { team_id } });
  }
  return row;
}
