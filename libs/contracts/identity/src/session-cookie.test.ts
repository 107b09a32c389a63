import { describe, expect, it } from '@jest/globals';
import { findSessionTokens, looksLikeSessionToken, parseCookies } from './session-cookie.ts';

const found = (header: string) => findSessionTokens(parseCookies(header)).map(({ cookieName, token }) => `${cookieName}:${token}`);

describe('cookies', () => {
  it('are read as browsers send them', () => {
    expect([...parseCookies('a=1; b="2";c=%7C%20x ; d==; e=%zz; a=3; nonsense; =5')]).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['c', '| x'],
      ['d', '='],
      ['e', '%zz'],
    ]);
    expect(parseCookies(undefined).size).toBe(0);
  });
});

describe('session tokens among cookies', () => {
  it.each([
    ['authjs.session-token=t', ['authjs.session-token:t']],
    ['__Secure-authjs.session-token=t', ['__Secure-authjs.session-token:t']],
    ['next-auth.session-token=t', ['next-auth.session-token:t']],
    ['authjs.session-token.3000=t', ['authjs.session-token.3000:t']],
    ['authjs.session-token.3000.1=b; authjs.session-token.3000.0=a', ['authjs.session-token.3000:ab']],
    ['x.session-token.1=b; x.session-token.2=c; x.session-token.0=a', ['x.session-token:abc']],
    ['evil.session-token=e; authjs.session-token=t', ['authjs.session-token:t', 'evil.session-token:e']],
    ['authjs.session-token=', []],
    ['session-token=t', []],
    ['authjs.session-token-x=t; authjs.session-token.x=t; authjs.session-tokens=t; authjs.session-token.123456=t', []],
    [`${'x'.repeat(100)}.session-token=t`, []],
  ])('%s', (header, tokens) => {
    expect(found(header)).toEqual(tokens);
  });

  it('look like encrypted JWTs without a key of their own', () => {
    expect(looksLikeSessionToken('eyJ.' + '.aa.bb.cc')).toBe(true);
    for (const text of ['', 'psa_x', 'a.b.c', 'a.key.b.c.d', 'a..b.c', 'a..b.c.d.e', 'a..b c.d.e', `a..b.${'c'.repeat(40_000)}.d`])
      expect(looksLikeSessionToken(text)).toBe(false);
  });
});
