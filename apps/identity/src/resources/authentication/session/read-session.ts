import { type TenantId, tenantId } from '@psa/contract-kit';
import { looksLikeSessionToken, SESSION_COOKIE_NAMES } from '@psa/contracts-identity';
import { type Db, type DoneBy, type Ports, tenantDb } from '../../../identity-app.ts';
import { type AuthRequest, byNobodyYet } from '../auth/auth-request.ts';
import { isContradictory, sessionUserType, type SessionClaims } from '../auth/session-claims.ts';
import { findLiveSession, type LiveSession } from './session.records.ts';

/** A token as it arrived. */
export interface TokenGiven {
  readonly token: string;
  /** Cookie it came in; absent for a bearer token, which may have been sealed for any of ours. */
  readonly cookieName?: string | undefined;
}

/** A session that goes on, with where its rows are. */
export interface ReadSession {
  readonly tenant: TenantId;
  readonly db: Db;
  readonly session: LiveSession;
  readonly tenantSlug: string;
  readonly claims: SessionClaims;
}

/** What a token says, if it is one of ours that has not come to its end; whether its session goes on is another question. */
export async function openSessionToken({ auth }: Ports, { token, cookieName }: TokenGiven): Promise<SessionClaims | undefined> {
  if (!looksLikeSessionToken(token)) return undefined;
  return auth.tokens.open(token, cookieName === undefined ? SESSION_COOKIE_NAMES : [cookieName]);
}

/**
 * The session a token stands for. The token is believed as far as its ids: everything else is read anew.
 * @returns undefined for every reason there is: no token of ours, at its end, revoked, of another user than it says, of somebody who
 * may not sign in any more, of a suspended tenant; `contradictory` for claims that exclude each other
 */
export async function readSession(ports: Ports, given: TokenGiven, by: DoneBy): Promise<ReadSession | 'contradictory' | undefined> {
  const claims = await openSessionToken(ports, given);
  if (claims === undefined) return undefined;
  if (isContradictory(claims)) return 'contradictory';
  const tenant = tenantId(claims.tenant);
  const db = tenantDb(ports, tenant, by);
  const session = await findLiveSession(db, claims.session_id);
  if (session === undefined || session.tenant_slug === null) return undefined;
  if (session.user_id !== claims.sub || sessionUserType(session.user_type) !== claims.user_type) return undefined;
  return { tenant, db, session, tenantSlug: session.tenant_slug, claims };
}

/** The session of a browser's cookie. @returns undefined as {@link readSession} does, and for contradictory claims */
export async function readCookieSession(ports: Ports, request: AuthRequest): Promise<ReadSession | undefined> {
  const given = ports.auth.cookies.sessionToken(request.cookies);
  const found = given && (await readSession(ports, given, byNobodyYet(request)));
  return found === 'contradictory' ? undefined : found;
}
