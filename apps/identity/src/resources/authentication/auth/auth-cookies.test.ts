import { describe, expect, it } from '@jest/globals';
import { AuthCookies } from './auth-cookies.ts';

const END = new Date('2030-01-02T03:04:05.000Z');
const none = new Map<string, string>();

describe('cookies of the session library', () => {
  it('are named and written for HTTPS so that no other page can set them', () => {
    const cookies = new AuthCookies(true);
    expect([cookies.session, cookies.csrf, cookies.callbackUrl, cookies.named('state')]).toEqual([
      '__Secure-authjs.session-token',
      '__Host-authjs.csrf-token',
      '__Secure-authjs.callback-url',
      '__Secure-authjs.state',
    ]);
    expect(cookies.writeSession('abc', END, none)).toEqual([
      '__Secure-authjs.session-token=abc; Path=/; Expires=Wed, 02 Jan 2030 03:04:05 GMT; HttpOnly; Secure; SameSite=Lax',
    ]);
    expect(cookies.write(cookies.csrf, 'a|b')).toBe('__Host-authjs.csrf-token=a%7Cb; Path=/; HttpOnly; Secure; SameSite=Lax');
    expect(cookies.clear(cookies.csrf)).toBe('__Host-authjs.csrf-token=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax');
  });

  it('have plain names without HTTPS', () => {
    const cookies = new AuthCookies(false);
    expect([cookies.session, cookies.csrf]).toEqual(['authjs.session-token', 'authjs.csrf-token']);
    expect(cookies.write('a', 'b', { maxAgeSeconds: 900 })).toBe('a=b; Max-Age=900; Path=/; HttpOnly; SameSite=Lax');
  });

  it('hold a long token in chunks of what browsers take, and are read together again', () => {
    const cookies = new AuthCookies(false);
    const token = Array.from({ length: 9_000 }, (_, index) => String(index % 10)).join('');
    const written = cookies.writeSession(token, END, none);
    expect(written.map((text) => text.split('=', 1)[0])).toEqual([
      'authjs.session-token.0',
      'authjs.session-token.1',
      'authjs.session-token.2',
    ]);
    expect(Math.max(...written.map(({ length }) => length))).toBeLessThanOrEqual(4_096);
    const header = written
      .reverse()
      .map((text) => text.split(';', 1)[0])
      .join('; ');
    expect(cookies.sessionToken(AuthCookies.read(header))).toEqual({ cookieName: 'authjs.session-token', token });
  });

  it('of former chunks, other versions and other names are cleared when the session is written anew', () => {
    const cookies = new AuthCookies(false);
    const sent = AuthCookies.read(
      'authjs.session-token.0=a; authjs.session-token.1=b; next-auth.session-token=c; theme=dark; authjs.session-token=d',
    );
    const written = cookies.writeSession('short', END, sent);
    expect(written.filter((text) => text.includes('Max-Age=0')).map((text) => text.split('=', 1)[0])).toEqual([
      'authjs.session-token.0',
      'authjs.session-token.1',
      'next-auth.session-token',
    ]);
    expect(written.at(-1)).toMatch(/^authjs\.session-token=short; /);
  });
});
