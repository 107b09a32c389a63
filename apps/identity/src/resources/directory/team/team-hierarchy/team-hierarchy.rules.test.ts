import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { TeamTree } from '@psa/contracts-identity';
import { buildForest, type ForestRow } from './team-forest.view.ts';
import { requirePlace } from './team-hierarchy.rules.ts';

const FREE = { is_below: false, depth: 1, height: 1 };
const team = { team_id: 'a', parent_team_id: null };

describe('a place in the hierarchy', () => {
  it.each([
    ['under another team', team, 'b', FREE, undefined],
    ['where it is already', { ...team, parent_team_id: 'b' }, 'b', FREE, 'CONFLICT'],
    ['under itself', team, 'a', { ...FREE, is_below: true }, 'VALIDATION_ERROR'],
    ['under a team below it', team, 'b', { ...FREE, is_below: true }, 'VALIDATION_ERROR'],
    ['at the last level', team, 'b', { is_below: false, depth: 60, height: 40 }, undefined],
    ['beyond it', team, 'b', { is_below: false, depth: 60, height: 41 }, 'VALIDATION_ERROR'],
  ])('%s', (_, moved, parent, position, code) => {
    let thrown: unknown;
    try {
      requirePlace(moved, parent, position);
    } catch (error) {
      thrown = error;
    }
    expect((thrown as { code?: string } | undefined)?.code).toBe(code);
  });
});

describe('the forest', () => {
  const row = (team_id: string, parent_team_id: string | null): ForestRow => ({
    team_id,
    team_name: team_id,
    manager_id: null,
    manager_name: null,
    parent_team_id,
    member_count: 0,
  });
  const flat = (trees: readonly TeamTree[]): TeamTree[] => trees.flatMap((tree) => [tree, ...flat(tree.subteams)]);

  it('has every team once, under the one it is part of and a level deeper', () => {
    // A parent comes earlier in the list: so the links run in no circle.
    const parents = fc.array(fc.nat(), { maxLength: 40 });
    fc.assert(
      fc.property(parents, fc.func(fc.nat()), (choices, shuffle) => {
        const rows = choices.map((choice, index) =>
          row(String(index), index === 0 || choice % (index + 1) === index ? null : String(choice % index)),
        );
        const given = [...rows].sort((a, b) => shuffle(a.team_id) - shuffle(b.team_id));
        const all = flat(buildForest(given));
        expect(all.map(({ team_id }) => team_id).sort()).toEqual(rows.map(({ team_id }) => team_id).sort());
        for (const { team_id, level, subteams } of all) {
          for (const child of subteams) expect([child.parent_team_id, child.level]).toEqual([team_id, level + 1]);
        }
      }),
    );
  });
});
