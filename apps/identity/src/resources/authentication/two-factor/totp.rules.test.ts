import { describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { isUsableSecret, matchTotp, newTotpSecret, otpauthUrl, trimmedCode } from './totp.rules.ts';

/** The secret and the times of RFC 6238, appendix B, in base32. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const NOW = 1_111_111_109_000;
const STEP = 37_037_036;
const tokenAt = (seconds: number) => generateSync({ secret: RFC_SECRET, epoch: NOW / 1000 + seconds });

describe('a time-based code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('of RFC 6238 at %i is %s', (seconds, token) => {
    expect(matchTotp(RFC_SECRET, token, 0, seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it.each([
    [-30, STEP - 1],
    [0, STEP],
    [30, STEP + 1],
    [-60, undefined],
    [60, undefined],
    [3600, undefined],
  ])('%i seconds off belongs to step %s', (seconds, step) => {
    expect(matchTotp(RFC_SECRET, tokenAt(seconds), 0, NOW)).toBe(step);
  });

  it.each([
    [STEP - 2, STEP - 1],
    [STEP - 1, undefined],
    [STEP, undefined],
    [STEP + 50, undefined],
  ])('of the step before is spent after step %i: %s', (lastUsed, step) => {
    expect(matchTotp(RFC_SECRET, tokenAt(-30), lastUsed, NOW)).toBe(step);
  });

  it.each(['', '12345', '1234567', '12345a', '١٢٣٤٥٦', '      ', '0818041', '08180'])('is not %j', (token) => {
    expect(matchTotp(RFC_SECRET, token, 0, NOW)).toBeUndefined();
  });

  it('may be typed as apps show it', () => {
    expect(['081 804', '081-804', ' 081804\n'].map(trimmedCode)).toEqual(['081804', '081804', '081804']);
  });
});

describe('a secret', () => {
  it('has 160 bits and is never the same twice', () => {
    const secrets = Array.from({ length: 20 }, newTotpSecret);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new Set(secrets).size).toBe(20);
    expect(secrets.every(isUsableSecret)).toBe(true);
  });

  it.each([
    ['JBSWY3DPEHPK3PXP', true],
    ['JBSWY3DPEHPK3PXPA', false],
    ['JBSWY3DPEHPK3P', false],
    ['A'.repeat(102), false],
    ['JBSWY3DP1HPK3PXP', false],
    ['', false],
  ])('%s can be used: %s', (secret, usable) => {
    expect(isUsableSecret(secret)).toBe(usable);
  });

  it('comes as an address that names the issuer and the account', () => {
    const url = new URL(otpauthUrl(RFC_SECRET, 'Acme: IT & more', 'una@example.com'));
    expect([url.protocol, url.host, decodeURIComponent(url.pathname)]).toEqual(['otpauth:', 'totp', '/Acme  IT & more:una@example.com']);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      secret: RFC_SECRET,
      issuer: 'Acme  IT & more',
      period: '30',
      digits: '6',
      algorithm: 'SHA1',
    });
  });
});
