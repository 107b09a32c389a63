import { describe, expect, it } from '@jest/globals';
import { pairOf, requireToCome } from './team-permission.rules.ts';

describe('the pair of a grant', () => {
  it.each([
    [
      { resource: 'asset', action: 'read' },
      { resource: 'asset', action: 'read' },
    ],
    [
      { permission: 'asset', action: 'read' },
      { resource: 'asset', action: 'read' },
    ],
    [{ permission: 'asset:read' }, { resource: 'asset', action: 'read' }],
    [
      { resource: 'asset:read', action: 'read' },
      { resource: 'asset', action: 'read' },
    ],
    [{ resource: 'asset' }, { resource: 'asset', action: 'access' }],
    [
      { resource: 'asset', permission: 'asset', action: 'read' },
      { resource: 'asset', action: 'read' },
    ],
  ])('%j is %j', (input, pair) => {
    expect(pairOf(input)).toEqual(pair);
  });

  it.each([
    [{}, 'resource'],
    [{ action: 'read' }, 'resource'],
    [{ resource: 'a:b:c' }, 'resource'],
    [{ resource: ':read' }, 'resource'],
    [{ resource: 'asset:read', action: 'update' }, 'action'],
    [{ resource: 'asset', permission: 'ticket' }, 'permission'],
  ])('%j is at fault in %s', (input, member) => {
    let thrown: unknown;
    try {
      pairOf(input);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: [member] }] });
  });

  it('ends in the future or never', () => {
    expect(() => requireToCome(null, 0)).not.toThrow();
    expect(() => requireToCome('1970-01-01T00:00:01Z', 0)).not.toThrow();
    expect(() => requireToCome('1970-01-01T00:00:00Z', 0)).toThrow('Validation failed');
  });
});
