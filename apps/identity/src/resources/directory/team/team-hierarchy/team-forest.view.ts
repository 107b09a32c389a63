import type { TeamTree } from '@psa/contracts-identity';

export type ForestRow = Omit<TeamTree, 'level' | 'subteams'>;

/** Teams under the teams they are part of, each level in the order in which they are given. */
export function buildForest(rows: readonly ForestRow[]): TeamTree[] {
  const below = Map.groupBy(rows, ({ parent_team_id }) => parent_team_id);
  const treesBelow = (parentId: string | null, level: number): TeamTree[] =>
    (below.get(parentId) ?? []).map((row) => ({ ...row, level, subteams: treesBelow(row.team_id, level + 1) }));
  return treesBelow(null, 0);
}
