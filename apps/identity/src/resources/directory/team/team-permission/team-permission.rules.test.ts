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
    [{}, 'resource', 'required', 'is required'],
    [{ action: 'read' }, 'resource', 'required', 'is required'],
    [{ resource: 'a:b:c' }, 'resource', 'invalid_format', 'must be a resource, or a pair as resource:action'],
    [{ resource: ':read' }, 'resource', 'invalid_format', 'must be a resource, or a pair as resource:action'],
    [{ resource: 'asset:read', action: 'update' }, 'action', 'contradiction', 'differs from the action of the pair'],
    [{ resource: 'asset', permission: 'ticket' }, 'permission', 'contradiction', 'is another name for resource and differs from it'],
  ])('%j is at fault in %s, as %s', (input, member, code, message) => {
    let thrown: unknown;
    try {
      pairOf(input);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: [member], code, message }] });
  });

  it('ends in the future or never', () => {
    expect(() => requireToCome(null, 0)).not.toThrow();
    expect(() => requireToCome('1970-01-01T00:00:01Z', 0)).not.toThrow();
    expect(() => requireToCome('1970-01-01T00:00:00Z', 0)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        details: [{ path: ['expires_at'], code: 'in_the_past', message: 'must be in the future' }],
      }),
    );
  });
});
