import { describe, expect, it } from '@jest/globals';
import { type OauthState, readState, signState } from './oauth-state.rules.ts';

const NOW = 1_800_000_000_000;
const state: OauthState = {
  tenant: 'acme',
  userType: null,
  provider: 'google',
  redirectUri: 'https://psa.example/api/auth/callback/google',
  timestamp: NOW,
  nonce: 'n',
};
const signed = signState(state, 'key');
const members = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>;

describe('the state of a sign-in with a provider', () => {
  it('is base64 of JSON that tells the tenant, the provider, where to come back to, when and a nonce', () => {
    expect(members(signed)).toMatchObject(state);
  });

  it('is read by whoever has the key, also a former one', () => {
    expect(readState(signed, ['key'], NOW)).toEqual(state);
    expect(readState(signed, ['new key', 'key'], NOW)).toEqual(state);
    expect(readState(signed, ['other'], NOW)).toBeUndefined();
  });

  it.each([
    [0, true],
    [599_000, true],
    [600_001, false],
    [-500, true],
    [-60_000, false],
  ])('after %i ms is good: %s', (age, good) => {
    expect(readState(signed, ['key'], NOW + age) !== undefined).toBe(good);
  });

  it.each(Object.keys(state))('is refused when its %s was changed', (member) => {
    const changed = { ...members(signed), [member]: member === 'timestamp' ? NOW + 1 : 'other' };
    expect(readState(Buffer.from(JSON.stringify(changed)).toString('base64url'), ['key'], NOW)).toBeUndefined();
  });

  it.each([
    '',
    '{}',
    'null',
    signed.slice(4),
    Buffer.from('[]').toString('base64url'),
    Buffer.from(JSON.stringify(state)).toString('base64url'),
  ])('is not %j', (text) => {
    expect(readState(text, ['key'], NOW)).toBeUndefined();
  });
});
