import { describe, expect, it } from '@jest/globals';
import { hashRecoveryCode, newRecoveryCodes, readRecoveryCode } from './recovery-code.rules.ts';

const owner = { tenant: 'tenant-1', userId: 'user-1' };

describe('recovery codes', () => {
  it('are ten, all different, in groups that can be read off paper', () => {
    const codes = newRecoveryCodes();
    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  });

  it.each([
    ['0a1b-2c3d-4e5f-6g7h', '0a1b2c3d4e5f6g7h'],
    ['0A1B 2C3D 4E5F 6G7H', '0a1b2c3d4e5f6g7h'],
    ['oaIb2c3d4e5f6g7h', '0a1b2c3d4e5f6g7h'],
    ['0alb2c3d4e5f6g7h', '0a1b2c3d4e5f6g7h'],
    ['123456', undefined],
    ['', undefined],
    ['0a1b2c3d4e5f6g7u', undefined],
    ['0a1b2c3d4e5f6g7h0', undefined],
  ])('are read from %j as %s', (typed, code) => {
    expect(readRecoveryCode(typed)).toBe(code);
  });

  it('have the same hash however they are typed, and another one for another user or tenant', () => {
    const [code = ''] = newRecoveryCodes();
    const hash = hashRecoveryCode(code, owner);
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(hashRecoveryCode(code.toUpperCase().replaceAll('-', ' '), owner)).toBe(hash);
    expect(hashRecoveryCode(code, { ...owner, userId: 'user-2' })).not.toBe(hash);
    expect(hashRecoveryCode(code, { ...owner, tenant: 'tenant-2' })).not.toBe(hash);
  });
});
