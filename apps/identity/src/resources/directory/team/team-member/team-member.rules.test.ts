import { describe, expect, it } from '@jest/globals';
import { requireEligible, requireNotManager, requireRoom, splitJoining } from './team-member.rules.ts';

describe('who joins a team', () => {
  it('is who is not in it, once', () => {
    expect(splitJoining(['a'], ['a', 'b', 'b', 'c'])).toEqual({ joining: ['b', 'c'], already: ['a'] });
  });

  it('is named where they cannot', () => {
    const path = (index: number) => ['user_ids', index];
    expect(() => requireEligible(['a', 'b'], new Set(['a', 'b']), path)).not.toThrow();
    let thrown: unknown;
    try {
      requireEligible(['a', 'b'], new Set(['a']), path);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: ['user_ids', 1] }] });
  });

  it('finds room for fifty', () => {
    expect(() => requireRoom(50, ['user_ids'])).not.toThrow();
    expect(() => requireRoom(51, ['user_ids'])).toThrow('Validation failed');
  });

  it('does not leave while they lead it', () => {
    expect(() => requireNotManager({ manager_id: 'm' }, 'a')).not.toThrow();
    expect(() => requireNotManager({ manager_id: 'm' }, 'm')).toThrow('let another lead it first');
  });
});
