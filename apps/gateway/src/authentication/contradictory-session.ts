import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '@psa/contract-kit';
import { findSessionTokens, parseCookies } from '@psa/contracts-identity';

/** A session whose token says things that exclude each other: somebody put it together. The browser is made to forget it. */
export class ContradictorySession extends ApiError {
  constructor() {
    super('UNAUTHORIZED', 'Invalid session identity');
  }
}

/** `Set-Cookie` values that clear every session cookie of a request. */
export function clearedSessionCookies({ cookie }: IncomingHttpHeaders): string[] {
  return [...parseCookies(cookie).keys()]
    .filter((name) => findSessionTokens(new Map([[name, 'x']])).length > 0)
    .map((name) => `${name}=; Max-Age=0; Path=/; HttpOnly${name.startsWith('__') ? '; Secure' : ''}; SameSite=Lax`);
}
