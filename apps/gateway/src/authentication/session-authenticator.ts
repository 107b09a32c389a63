import { createHash } from 'node:crypto';
import {
  type AuthenticatedCaller,
  findSessionTokens,
  type FoundSessionToken,
  looksLikeSessionToken,
  parseCookies,
} from '@psa/contracts-identity';
import { type Authenticator, type CredentialBearer, invalidCredential } from './authenticator.ts';
import { type CallerCache, type Credential, isRefused, type Refused } from './caller-cache.ts';
import type { CrossSiteGuard } from './cross-site-guard.ts';
import { narrowedTo } from './narrowed-to.ts';

/** A session token as identity is asked about it. */
export interface SessionCredential extends Credential {
  readonly token: string;
  /** Cookie it came in; absent for a bearer token. */
  readonly cookieName: string | undefined;
}

const BEARER = /^bearer +(\S+)$/i;
const INVALID = 'Invalid or expired session';

/**
 * Session tokens, as a bearer token or in a cookie whose name ends in `.session-token`. A browser sends its cookies whoever
 * made it ask: what changes something has to prove that it comes from a page of ours.
 */
export function sessionAuthenticator(callers: CallerCache<SessionCredential>, guard: CrossSiteGuard): Authenticator {
  return (request) => {
    const credential = bearerToken(request) ?? cookieToken(request, guard);
    if (credential === undefined) return undefined;
    const tenant = narrowedTo(request.headers);
    const known = callers.known(credential.hash, () => credential);
    if (known === undefined)
      return {
        ask: async () => admitted(await callers.find(credential, tenant), tenant),
        wasValid: callers.wasValid(credential.hash),
      };
    return admitted(known, tenant);
  };
}

function bearerToken({ headers }: CredentialBearer): SessionCredential | undefined {
  // Clients of the session library may send it URL-encoded.
  const token = headers.authorization === undefined ? undefined : BEARER.exec(headers.authorization)?.[1]?.replaceAll(/%2e/gi, '.');
  return token !== undefined && looksLikeSessionToken(token) ? credentialOf(token, undefined) : undefined;
}

function cookieToken(request: CredentialBearer, guard: CrossSiteGuard): SessionCredential | undefined {
  const { cookie } = request.headers;
  if (cookie === undefined || !cookie.includes('.session-token')) return undefined;
  const cookies = parseCookies(cookie);
  const [found]: (FoundSessionToken | undefined)[] = findSessionTokens(cookies);
  if (found === undefined) return undefined;
  if (!looksLikeSessionToken(found.token)) throw invalidCredential(INVALID);
  guard.demandOwnPage(request, cookies);
  return credentialOf(found.token, found.cookieName);
}

/** By a digest: what is remembered of callers must not hold what others could call with. */
function credentialOf(token: string, cookieName: string | undefined): SessionCredential {
  return {
    token,
    cookieName,
    hash: createHash('sha256')
      .update(`${cookieName ?? ''}\n${token}`)
      .digest('base64url'),
  };
}

function admitted(caller: AuthenticatedCaller | Refused, tenant: string | undefined): AuthenticatedCaller {
  if (isRefused(caller) || (tenant !== undefined && caller.tenant !== tenant)) throw invalidCredential(INVALID);
  return caller;
}
