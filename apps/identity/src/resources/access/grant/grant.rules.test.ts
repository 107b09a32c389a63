import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { missingPermissions, type Grant, type Held, assertCanGrant, portalOfUserType } from './grant.rules.ts';

const grant = (name: string, given: Partial<Grant> = {}): Grant => {
  const [resource = '', action = ''] = name.split(':');
  return { resource, action, msp: true, client: false, ...given };
};
const held = (name: string, until: string | null = null): Held => ({ name, until });
const [SOON, LATER] = ['2030-01-01T00:00:00.000Z', '2030-02-01T00:00:00.000Z'];

describe('what somebody cannot hand on', () => {
  it.each<[string, Held[], Grant[], string[]]>([
    ['nothing of what they hold', [held('asset:read')], [grant('asset:read')], []],
    ['what they do not hold', [held('asset:read')], [grant('asset:update'), grant('asset:read')], ['asset:update']],
    ['for good what they hold for a time', [held('asset:read', LATER)], [grant('asset:read')], ['asset:read']],
    ['for longer what they hold for a time', [held('asset:read', SOON)], [grant('asset:read', { until: LATER })], ['asset:read']],
    ['nothing for a shorter time', [held('asset:read', LATER)], [grant('asset:read', { until: SOON })], []],
    ['nothing when one of two holds lasts', [held('asset:read', SOON), held('asset:read')], [grant('asset:read')], []],
    ['for a time what they do not hold', [], [grant('asset:update', { until: SOON })], ['asset:update']],
    ['listed by name', [], [grant('b:read'), grant('a:read')], ['a:read', 'b:read']],
    ['twice what is named twice', [], [grant('asset:read'), grant('asset:read')], ['asset:read']],
    ['nothing that their portal does not have', [], [grant('time_management:read', { msp: false, client: true })], []],
  ])('is %s', (_, holds, grants, missing) => {
    expect(missingPermissions(holds, 'msp', grants)).toEqual(missing);
  });

  it('is judged by the portal of a user', () => {
    expect(['internal', 'client'].map(portalOfUserType)).toEqual(['msp', 'client']);
  });

  it('is judged in the portal of the one who grants', () => {
    const both = grant('ticket:read', { client: true });
    expect(missingPermissions([], 'client', [both])).toEqual(['ticket:read']);
    expect(missingPermissions([], 'client', [grant('asset:read')])).toEqual([]);
  });

  it('is empty exactly when every grant is covered by a hold that lasts as long', () => {
    const name = fc.constantFrom('asset:read', 'asset:update', 'ticket:read');
    const until = fc.constantFrom(null, SOON, LATER);
    fc.assert(
      fc.property(fc.array(fc.record({ name, until })), fc.array(fc.record({ name, until })), (holds, wanted) => {
        const end = (text: string | null) => (text === null ? Infinity : Date.parse(text));
        const covered = wanted.every((want) => holds.some((hold) => hold.name === want.name && end(hold.until) >= end(want.until)));
        expect(
          missingPermissions(
            holds,
            'msp',
            wanted.map((want) => grant(want.name, { until: want.until })),
          ).length === 0,
        ).toBe(covered);
      }),
    );
  });

  it('is a 403 that names it, and not all of it when it is much', () => {
    expect(() => assertCanGrant([])).not.toThrow();
    expect(() => assertCanGrant(['a:b', 'c:d'])).toThrow(
      expect.objectContaining({
        code: 'FORBIDDEN',
        message: 'Nobody grants more than they hold: a:b, c:d',
        details: { missing_permissions: ['a:b', 'c:d'] },
      }),
    );
    expect(() => assertCanGrant(['a', 'b', 'c', 'd', 'e'])).toThrow(/: a, b, c, d, e$/);
    expect(() => assertCanGrant(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toThrow('a, b, c, d, e and 2 more');
  });
});
