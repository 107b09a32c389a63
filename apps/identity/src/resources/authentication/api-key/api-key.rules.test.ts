import { describe, expect, it } from '@jest/globals';
import { requireAsMuch, requireFuture, rotationObstacle } from './api-key.rules.ts';

const NOW = Date.parse('2026-06-01T00:00:00Z');
const BEFORE = '2026-05-31T23:59:59.999Z';
const AFTER = '2026-06-01T00:00:00.001Z';

describe('requireFuture', () => {
  it.each([null, AFTER])('accepts %j', (moment) => {
    expect(() => requireFuture(moment, NOW)).not.toThrow();
  });
  it.each([BEFORE, '2026-06-01T00:00:00Z'])('refuses %j', (moment) => {
    expect(() => requireFuture(moment, NOW)).toThrow();
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
    expect(() => requireAsMuch(callers, owners)).toThrow();
  });
});

describe('rotationObstacle', () => {
  it.each([
    [{ revoked_at: null, expires_at: null }, undefined],
    [{ revoked_at: null, expires_at: AFTER }, undefined],
    [{ revoked_at: null, expires_at: BEFORE }, 'The key has expired'],
    [{ revoked_at: BEFORE, expires_at: AFTER }, 'The key is revoked'],
  ])('of %j is %j', (key, obstacle) => {
    expect(rotationObstacle(key, NOW)).toBe(obstacle);
  });
});
