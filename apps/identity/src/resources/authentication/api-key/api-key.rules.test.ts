import { describe, expect, it } from '@jest/globals';
import {
  assertHeld,
  assertNotWider,
  boundsWithin,
  type KeyBounds,
  requireAsMuch,
  requireFuture,
  rotationObstacle,
} from './api-key.rules.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const BEFORE = '2026-05-31T23:59:59.999Z';
const AFTER = '2026-06-01T00:00:00.001Z';

describe('requireFuture', () => {
  it.each([null, AFTER])('accepts %j', (moment) => {
    expect(() => requireFuture(moment, NOW)).not.toThrow();
  });
  it.each([BEFORE, '2026-06-01T00:00:00Z'])('refuses %j', (moment) => {
    expect(() => requireFuture(moment, NOW)).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        details: [expect.objectContaining({ path: ['expires_at'], code: 'in_the_past' })],
      }),
    );
  });
});

describe('requireAsMuch', () => {
  it.each([
    { callers: [], owners: [] },
    { callers: ['a:read'], owners: [] },
    { callers: ['a:read', 'b:read'], owners: ['b:read', 'a:read'] },
  ])('accepts $callers over $owners', ({ callers, owners }) => {
    expect(() => requireAsMuch(callers, owners)).not.toThrow();
  });
  it.each([
    { callers: [], owners: ['a:read'] },
    { callers: ['a:read'], owners: ['a:read', 'a:update'] },
  ])('refuses $callers over $owners', ({ callers, owners }) => {
    expect(() => requireAsMuch(callers, owners)).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', message: "The key's owner has permissions you do not have" }),
    );
  });
});

describe('assertHeld', () => {
  it('accepts what the owner of a key holds', () => {
    expect(() => assertHeld([], [])).not.toThrow();
    expect(() => assertHeld(['b:read'], ['a:read', 'b:read'])).not.toThrow();
  });

  it('names the first permission the owner does not hold', () => {
    const fault = {
      path: ['permissions', 1],
      code: 'unknown_reference',
      message: 'c:read is not a permission the owner of the key has',
    };
    expect(() => assertHeld(['a:read', 'c:read', 'd:read'], ['a:read'])).toThrow(
      expect.objectContaining({ code: 'VALIDATION_ERROR', details: [expect.objectContaining(fault)] }),
    );
  });
});

describe('a key created by a key', () => {
  const UNBOUNDED: KeyBounds = { permissions: null, ip_ranges: null, expires_at: null, usage_limit: null };
  const creator = (given: Partial<KeyBounds>): KeyBounds => ({ ...UNBOUNDED, ...given });

  it('inherits what is not given, but for the uses', () => {
    const bounds = { permissions: ['a:read'], ip_ranges: ['10.0.0.0/8'], expires_at: AFTER };
    expect(boundsWithin(creator(bounds), {})).toEqual(creator(bounds));
    expect(boundsWithin(UNBOUNDED, { ...bounds, usage_limit: 3 })).toEqual({ ...bounds, usage_limit: 3 });
  });

  it.each<[string, Partial<KeyBounds>, Partial<KeyBounds>]>([
    ['fewer permissions', { permissions: ['a:read', 'b:read'] }, { permissions: ['b:read'] }],
    ['a part of the networks', { ip_ranges: ['10.0.0.0/8', '192.0.2.0/24'] }, { ip_ranges: ['10.1.0.0/16', '192.0.2.7'] }],
    ['the same end', { expires_at: AFTER }, { expires_at: AFTER }],
    ['an earlier end', { expires_at: AFTER }, { expires_at: BEFORE }],
  ])('may have %s', (_, bounds, given) => {
    expect(boundsWithin(creator(bounds), given)).toEqual(creator(given));
  });

  it.each<[string, Partial<KeyBounds>, Partial<KeyBounds>]>([
    ['is used beyond its usage limit', { usage_limit: 5 }, { usage_limit: 1 }],
    ['has more permissions', { permissions: ['a:read'] }, { permissions: ['a:read', 'b:read'] }],
    ['is valid in more networks', { ip_ranges: ['10.1.0.0/16'] }, { ip_ranges: ['10.1.2.0/24', '10.0.0.0/8'] }],
    ['lasts longer', { expires_at: BEFORE }, { expires_at: AFTER }],
  ])('may not be one that %s', (what, bounds, given) => {
    expect(() => boundsWithin(creator(bounds), given)).toThrow(
      expect.objectContaining({ code: 'FORBIDDEN', message: `A restricted API key cannot provide one that ${what}` }),
    );
  });

  it.each<[string, Partial<KeyBounds>]>([
    ['has more permissions', { permissions: ['a:read'] }],
    ['is valid in more networks', { ip_ranges: ['10.1.0.0/16'] }],
    ['lasts longer', { expires_at: AFTER }],
  ])('may not lose a bound, as one that %s', (what, bounds) => {
    expect(() => assertNotWider(creator(bounds), UNBOUNDED)).toThrow(`A restricted API key cannot provide one that ${what}`);
  });
});

describe('rotationObstacle', () => {
  it.each([
    [{ revoked_at: null, expires_at: null }, undefined],
    [{ revoked_at: null, expires_at: AFTER }, undefined],
    [{ revoked_at: null, expires_at: BEFORE }, 'The key has expired'],
    [{ revoked_at: null, expires_at: '2026-06-01T00:00:00Z' }, 'The key has expired'],
    [{ revoked_at: BEFORE, expires_at: AFTER }, 'The key is revoked'],
  ])('of %j is %j', (key, obstacle) => {
    expect(rotationObstacle(key, NOW)).toBe(obstacle);
  });
});
