import { describe, expect, it } from '@jest/globals';
import { planMembers } from './team.rules.ts';

describe('a change of who is in a team', () => {
  it.each([
    ['nothing is said', ['a'], undefined, null, [], []],
    ['somebody leads it', ['a'], undefined, 'b', ['b'], []],
    ['all are named', ['a', 'b'], ['b', 'c'], null, ['c'], ['a']],
    ['all are named but who leads it', ['a', 'm'], ['b'], 'm', ['b'], ['a']],
    ['nobody is named', ['a', 'm'], [], 'm', [], ['a']],
    ['one is named twice', [], ['a', 'a'], null, ['a'], []],
  ] as const)('where %s', (_, current, wanted, manager, joining, leaving) => {
    expect(planMembers(current, wanted, manager)).toEqual({ joining, leaving });
  });
});
