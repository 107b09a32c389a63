import { conflict, invalidField } from '@psa/contract-kit';
import { MAX_TEAM_DEPTH } from '@psa/contracts-identity';
import type { Position } from './team-hierarchy.records.ts';

/**
 * Whether a team may become part of another.
 * @throws VALIDATION_ERROR when it would stand below itself, or the teams too deep; CONFLICT when it is part of it already
 */
export function requirePlace(
  team: { team_id: string; parent_team_id: string | null },
  parentId: string,
  { is_below, depth, height }: Position,
): void {
  if (team.parent_team_id === parentId) throw conflict('The team is part of that team already');
  if (parentId === team.team_id) throw invalidField('parent_team_id', 'must be another team', 'self_reference');
  if (is_below) throw invalidField('parent_team_id', 'stands below this team: they would contain each other', 'circular_reference');
  if (depth + height > MAX_TEAM_DEPTH) throw invalidField('parent_team_id', `teams stand at most ${MAX_TEAM_DEPTH} deep`, 'too_deep');
}
