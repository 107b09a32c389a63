import { describe, expect, it } from '@jest/globals';
import { CsrfTokens } from './csrf-tokens.ts';

const [NEW, OLD] = ['the secret of today', 'the secret of yesterday'];

describe('CSRF tokens', () => {
  const tokens = new CsrfTokens([NEW, OLD]);

  it('belong to their cookie, of any secret in use', () => {
    for (const { token, cookie } of [tokens.issue(), new CsrfTokens([OLD]).issue()]) {
      expect(token).toMatch(/^[0-9a-f]{64}$/);
      expect(tokens.tokenOf(cookie)).toBe(token);
      expect(tokens.matches(cookie, token)).toBe(true);
    }
  });

  it('fit no other cookie, and no cookie that is not ours', () => {
    const [one, other] = [tokens.issue(), tokens.issue()];
    const foreign = new CsrfTokens(['another secret']).issue();
    const forged = `${one.token}|${'0'.repeat(64)}`;
    for (const [cookie, sent] of [
      [one.cookie, other.token],
      [one.cookie, undefined],
      [one.cookie, ''],
      [one.cookie, one.cookie],
      [undefined, one.token],
      ['', ''],
      [forged, one.token],
      [foreign.cookie, foreign.token],
      [`${one.cookie}|x`, other.token],
      [one.token, one.token],
      [`|${one.cookie.split('|')[1]}`, ''],
    ] as const)
      expect(tokens.matches(cookie, sent)).toBe(false);
  });
});
