import { ApiError, notFound } from '@psa/contract-kit';
import { sessionRoutes } from '@psa/contracts-identity';
import { demandPermissions, RawAnswer } from '@psa/http-kit';
import { handlers, type Ports } from '../../../identity-app.ts';
import { sessionExpiry } from '../auth/auth.ts';
import { hasCsrfToken, NO_STORE } from '../auth/auth-replies.ts';
import { type AuthRequest, authRequest, byNobodyYet } from '../auth/auth-request.ts';
import { admitAttempt } from '../auth/sign-in-limits.ts';
import { findEmail, lockSignInUser } from '../auth/sign-in.records.ts';
import { bearerOf } from './bearer.ts';
import { readCookieSession, readSession } from './read-session.ts';
import { revokeSession, revokeSessions } from './session.actions.ts';
import { sessionClaims } from '../auth/session-claims.ts';
import { listAllSessions } from './session.list.ts';
import { findSession, listLiveSessions, noteActivity } from './session.records.ts';
import { toSession, toSessionOfUser, toSessionRecord } from './session.view.ts';

const NOTE_EVERY_MS = 60_000;

export const sessionHandlers = handlers(sessionRoutes, {
  getSession: ({ ports, request }) => currentSession(ports, authRequest(request)),

  renewSession: ({ ports, request, body }) => {
    const asked = authRequest(request, { body });
    return hasCsrfToken(ports.auth, asked) ? currentSession(ports, asked) : RawAnswer.json(400, null, { headers: NO_STORE });
  },

  validateToken: async ({ ports, request }) => {
    const asked = authRequest(request);
    const given = ports.auth.cookies.sessionToken(asked.cookies) ?? bearerOf(asked.headers);
    const found = given && (await readSession(ports, given, byNobodyYet(asked)));
    if (found === undefined || found === 'contradictory') return RawAnswer.json(401, { isValid: false }, { headers: NO_STORE });
    return RawAnswer.json(200, { isValid: true, userType: found.claims.user_type, tenant: found.tenant }, { headers: NO_STORE });
  },

  listSessions: async ({ db, principal }) => {
    const rows = await listLiveSessions(db, principal.userId);
    return { sessions: rows.map((row) => toSessionRecord(row, principal)), total: rows.length };
  },

  listAllSessions: async ({ db, principal, query }) => {
    const { rows, pagination } = await listAllSessions(db, query);
    return { data: rows.map((row) => toSessionOfUser(row, principal)), pagination };
  },

  revokeSessions: async ({ db, ports, principal, body, request }) => {
    const { cookies, origin } = authRequest(request);
    const code = body.two_factor_code;
    // Whoever has got hold of a session or a key guesses no better here than at sign-in. Counted ahead of the transaction: one that
    // wants a second connection may wait for others that do so too.
    const attempt =
      code === undefined ? undefined : await admitAttempt(ports.database, (await findEmail(db, principal.userId)) ?? '', origin.address);
    if (code !== undefined && attempt === undefined) throw new ApiError('RATE_LIMITED');
    const revoked_count = await db.transaction(async (tx) => {
      const user = await lockSignInUser(tx, principal.userId);
      if (user === undefined) throw new ApiError('UNAUTHORIZED', 'The user of this credential is no more');
      // What was tried is spent even when it was wrong: the transaction ends well either way.
      const verdict = await ports.secondFactor(tx, user, { code, cookies, trustDevice: false }, ports);
      if (!verdict.passed) return undefined;
      const except = principal.credential.type === 'session' ? principal.credential.id : undefined;
      return revokeSessions(tx, { userId: principal.userId, reason: 'user_logout_all', except });
    });
    if (revoked_count === undefined) return RawAnswer.json(403, { error: 'A code of the second factor is required', requires_2fa: true });
    await attempt?.release(true);
    return RawAnswer.json(200, { success: true, revoked_count, message: `${revoked_count} sessions were ended` });
  },

  revokeSession: ({ db, principal, params }) =>
    db.transaction(async (tx) => {
      const session = await findSession(tx, params.id);
      if (session === undefined) throw notFound('Session');
      const own = session.user_id === principal.userId;
      // To a person of a client the sessions of others do not exist.
      if (!own && principal.userType === 'client') throw notFound('Session');
      if (!own) demandPermissions(principal, ['security_settings:update']);
      await revokeSession(tx, params.id, own ? 'user_logout' : 'admin_revoke');
      return { success: true as const, is_current: principal.credential.id === params.id, message: 'The session was ended' };
    }),
});

/** The session of a browser's cookie, which is made to last from now on. A cookie that is good for nothing is cleared. */
async function currentSession(ports: Ports, request: AuthRequest): Promise<RawAnswer> {
  const { auth } = ports;
  const found = await readCookieSession(ports, request);
  if (found === undefined) {
    return RawAnswer.json(200, {}, { headers: NO_STORE, cookies: auth.cookies.clearSession(request.cookies) });
  }

  const { db, session, tenant, tenantSlug } = found;
  const expires = sessionExpiry(auth, Date.parse(session.created_at), Date.now());
  if (Date.parse(session.last_activity_at) <= Date.now() - NOTE_EVERY_MS) await noteActivity(db, session.session_id, expires.toISOString());
  const token = await auth.tokens.seal(sessionClaims(session, session, tenant, tenantSlug), auth.cookies.session, expires);
  return RawAnswer.json(200, toSession(found, expires), {
    headers: NO_STORE,
    cookies: auth.cookies.writeSession(token, expires, request.cookies),
  });
}
