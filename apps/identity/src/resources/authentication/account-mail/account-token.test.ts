import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hashSecret, isSecretOf, newTokenSecret, parseToken, tokenText } from './account-token.ts';

describe('the token of a link', () => {
  it('says where to look and holds a secret', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (tenant, tokenId) => {
        const secret = newTokenSecret();
        expect(parseToken(tokenText({ tenant, tokenId, secret }))).toEqual({ tenant, tokenId, secret });
      }),
    );
  });

  it('is kept as a hash', () => {
    const [secret, other] = [newTokenSecret(), newTokenSecret()];
    expect(isSecretOf(secret, hashSecret(secret))).toBe(true);
    expect(isSecretOf(other, hashSecret(secret))).toBe(false);
  });

  it('is not taken for what it is not', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseToken(text)).toBeUndefined();
      }),
    );
    expect(parseToken(`${'A'.repeat(9)}w${'A'.repeat(76)}`)).toBeUndefined();
  });
});
