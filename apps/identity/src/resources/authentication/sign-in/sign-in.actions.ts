import type { TenantId } from '@psa/contract-kit';
import type { SignInCode } from '@psa/contracts-identity';
import { type Ports, tenantDb, type Tx } from '../../../identity-app.ts';
import { endSessionOf } from '../session/end-session.actions.ts';
import { startSession } from '../session/session.actions.ts';
import { sessionClaims } from '../auth/session-claims.ts';
import type { SessionRow } from '../session/session.records.ts';
import { sessionExpiry } from '../auth/auth.ts';
import { type AuthRequest, byUser } from '../auth/auth-request.ts';
import { findTenantSlug, lockSignInUser, noteSignIn, type SignInUser } from '../auth/sign-in.records.ts';

/** A user who is about to be signed in. */
export interface SignInAttempt {
  readonly tenant: TenantId;
  readonly userId: string;
  /** `credentials`, `passkey`, or the id of an OAuth provider. */
  readonly method: string;
  /**
   * What else must hold, asked in the transaction that starts the session, with the user's row locked. What it writes is committed
   * whatever it answers.
   */
  readonly verify?: (tx: Tx, user: SignInUser) => Promise<Verdict>;
}

export type Verdict =
  { readonly passed: true; readonly cookies?: readonly string[] } | { readonly passed: false; readonly code: SignInCode };

export type SignInResult =
  | { readonly signedIn: true; readonly session: SessionRow; readonly cookies: readonly string[] }
  | { readonly signedIn: false; readonly code: SignInCode };

/**
 * Starts a session of a user who has proved who they are, the last step of every sign-in. The session has a new id whatever the browser
 * brought along, and the one it brought is ended: nobody can plant a session and use it afterwards.
 * @returns the session with its `Set-Cookie` values, or the code of the refusal: `credentials` when the user may not sign in after all
 */
export async function signInAs(
  ports: Ports,
  request: AuthRequest,
  { tenant, userId, method, verify }: SignInAttempt,
): Promise<SignInResult> {
  const { auth } = ports;
  const db = tenantDb(ports, tenant, byUser(request, userId));
  const outcome = await db.transaction(async (tx) => {
    const [user, slug] = await Promise.all([lockSignInUser(tx, userId), findTenantSlug(tx)]);
    if (user === undefined || user.is_inactive || slug === undefined) return { passed: false, code: 'credentials' } as const;
    const verdict = (await verify?.(tx, user)) ?? { passed: true };
    if (!verdict.passed) return verdict;
    const session = await startSession(tx, user, { method, expires: sessionExpiry(auth, Date.now()) });
    await noteSignIn(tx, userId, method);
    return { passed: true, user, slug, session, cookies: verdict.cookies ?? [] } as const;
  });
  if (!outcome.passed) return { signedIn: false, code: outcome.code };

  await endSessionOf(ports, request);
  const { user, slug, session } = outcome;
  const expires = new Date(session.expires_at);
  const token = await auth.tokens.seal(sessionClaims(user, session, tenant, slug), auth.cookies.session, expires);
  return { signedIn: true, session, cookies: [...auth.cookies.writeSession(token, expires, request.cookies), ...outcome.cookies] };
}
