import type { PageQuery, SignInBody } from '@psa/contracts-identity';
import { type RequestInfo, requestOrigin } from '@psa/http-kit';
import type { Origin } from '@psa/postgres-kit';
import type { DoneBy } from '../../../identity-db.ts';
import { AuthCookies, type Cookies } from './auth-cookies.ts';

/** A request to `/api/auth/*` as the parts of signing in see it. */
export interface AuthRequest {
  readonly id: string;
  readonly cookies: Cookies;
  readonly query: PageQuery;
  readonly body: SignInBody;
  readonly origin: Origin;
  readonly headers: RequestInfo['headers'];
  /** Which client wants `{url}` instead of a redirect: the session library's version 5 says so in a header, version 4 in the body. */
  readonly json: 'v5' | 'v4' | undefined;
}

export function authRequest({ id, headers }: RequestInfo, given: { query?: PageQuery; body?: SignInBody } = {}): AuthRequest {
  const { query = {}, body = {} } = given;
  const { cookie } = headers;
  return {
    id,
    headers,
    query,
    body,
    cookies: AuthCookies.read(typeof cookie === 'string' ? cookie : undefined),
    origin: requestOrigin(headers),
    json: headers['x-auth-return-redirect'] !== undefined ? 'v5' : body.json === 'true' ? 'v4' : undefined,
  };
}

/** Whether an HTML form was sent, which is answered with a page; programs send JSON. */
export function isForm({ headers }: Pick<RequestInfo, 'headers'>): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(String(headers['content-type'] ?? ''));
}

/** In whose name the service works while it does not know yet whose request it is. */
export function byNobodyYet({ id, origin }: AuthRequest): DoneBy {
  return { actor: { id: 'identity', type: 'system' }, correlationId: id, origin };
}

/** In the name of the user who signs in or out. */
export function byUser({ id, origin }: AuthRequest, userId: string): DoneBy {
  return { actor: { id: userId, type: 'user' }, correlationId: id, origin };
}
