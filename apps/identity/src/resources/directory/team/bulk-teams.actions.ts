import type { BulkError, UpdateTeam } from '@psa/contracts-identity';
import type { Principal } from '@psa/http-kit';
import { attempt } from '../../../attempt.ts';
import type { Db } from '../../../identity-app.ts';
import { deleteTeam, updateTeam } from './team.actions.ts';

/** What became of each of several teams. */
export interface BulkOutcome {
  readonly done: string[];
  readonly failed: { readonly team_id: string; readonly error: BulkError }[];
}

/** Changes teams, each for itself. @param caller who changes them */
export function updateTeams(db: Db, caller: Principal, teamIds: readonly string[], updates: UpdateTeam): Promise<BulkOutcome> {
  return each(teamIds, (teamId) => updateTeam(db, caller, teamId, updates));
}

/** Deletes teams, each for itself. */
export function deleteTeams(db: Db, teamIds: readonly string[]): Promise<BulkOutcome> {
  return each(teamIds, (teamId) => deleteTeam(db, teamId));
}

/** One after the other: they wait for the same lock in any case. */
async function each(teamIds: readonly string[], work: (teamId: string) => Promise<unknown>): Promise<BulkOutcome> {
  const outcome: BulkOutcome = { done: [], failed: [] };
  for (const team_id of new Set(teamIds)) {
    const result = await attempt(() => work(team_id));
    if ('error' in result) outcome.failed.push({ team_id, error: result.error });
    else outcome.done.push(team_id);
  }
  return outcome;
}
