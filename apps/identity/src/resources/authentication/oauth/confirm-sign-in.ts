import type { SignInCode } from '@psa/contracts-identity';
import type { RawAnswer } from '@psa/http-kit';
import type { Ports, Tx } from '../../../identity-app.ts';
import { csrfTokenFor, hasCsrfToken, missingCsrf } from '../auth/auth-replies.ts';
import type { AuthRequest } from '../auth/auth-request.ts';
import { admitAttempt } from '../auth/sign-in-limits.ts';
import type { SignInUser } from '../auth/sign-in.records.ts';
import { authPage } from '../sign-in/pages/auth-page.ts';
import { confirmContent } from '../sign-in/pages/confirm-page.ts';
import { noteFailure, storedHash } from '../sign-in/password-sign-in.ts';
import { signInAs, type Verdict } from '../sign-in/sign-in.actions.ts';
import { failed, signedIn } from './callback-answers.ts';
import { isLinkedTo, linkAccount } from './link-account.ts';
import { clearPending, type PendingSignIn, readPending } from './pending-sign-in.ts';

interface Provider {
  readonly id: string;
  readonly name: string;
}

interface Asked {
  readonly asksCode?: boolean;
  /** Why the entry before was refused. */
  readonly code?: SignInCode;
  readonly cookies?: readonly string[];
}

/** Asks for the password of a person whose account at the provider is not linked yet, or for the code of their second factor. */
export function askToConfirm(
  { auth }: Ports,
  request: AuthRequest,
  provider: Provider,
  { isLinked }: PendingSignIn,
  { asksCode = false, code, cookies = [] }: Asked,
): RawAnswer {
  const csrf = csrfTokenFor(auth, request);
  const content = confirmContent({ csrfToken: csrf.token, provider, asksPassword: !isLinked, asksCode, code });
  return authPage({ title: 'One more step', content, cookies: [...csrf.cookies, ...cookies] });
}

/** What a person enters on that page. Failures count like those of signing in by password. */
export async function confirmSignIn(ports: Ports, request: AuthRequest, provider: Provider): Promise<RawAnswer> {
  if (!hasCsrfToken(ports.auth, request)) return missingCsrf(ports.auth, request);
  const pending = await readPending(ports, request, provider.id);
  if (pending === undefined) return failed(ports, provider.id, 'OAuthCallbackError');
  const { tenant, userId } = pending;
  const user = { tenant, user_id: userId, user_type: '' };
  const attempt = await admitAttempt(ports.database, pending.email ?? userId, request.origin.address);
  if (attempt === undefined) return askToConfirm(ports, request, provider, pending, { code: 'RATE_LIMITED' });

  const stored = pending.isLinked ? null : await storedHash(ports, request, user);
  if (!pending.isLinked && !(await ports.checkPassword(request.body.password ?? '', stored))) {
    noteFailure(ports, request, user);
    return askToConfirm(ports, request, provider, pending, { code: 'credentials' });
  }
  let isTheirs = true;
  const result = await signInAs(ports, request, {
    tenant,
    userId,
    method: provider.id,
    verify: async (tx, row) => {
      // Changed since it was read: the password that was right is not any more.
      if (!pending.isLinked && row.password_hash !== stored) return { passed: false, code: 'credentials' };
      const verdict = await proveSecondFactor(tx, ports, request, row, pending);
      if (!verdict.passed) return verdict;
      isTheirs = await ownAccount(tx, ports, pending);
      return isTheirs ? verdict : { passed: false, code: 'credentials' };
    },
  });
  if (result.signedIn) {
    await attempt.release(true);
    return signedIn(ports, provider.id, pending.next, [...result.cookies, clearPending(ports)]);
  }
  if (!isTheirs) return failed(ports, provider.id, 'OAuthAccountNotLinked');
  if (result.code === 'TWO_FACTOR_REQUIRED') await attempt.release(false);
  else noteFailure(ports, request, user);
  if (result.code === 'credentials') return failed(ports, provider.id, 'AccessDenied');
  return askToConfirm(ports, request, provider, pending, { asksCode: true, code: result.code });
}

async function proveSecondFactor(
  tx: Tx,
  ports: Ports,
  { body, cookies }: AuthRequest,
  user: SignInUser,
  { hasSecondFactor }: PendingSignIn,
): Promise<Verdict> {
  if (hasSecondFactor) return { passed: true };
  const proof = { code: body.twoFactorCode || undefined, cookies, trustDevice: body.trustDevice === 'true' };
  return ports.secondFactor(tx, user, proof, ports);
}

/** Links the account now that the password was right, or looks whether it is linked still. */
function ownAccount(tx: Tx, ports: Ports, { provider, issuer, subject, email, userId, isLinked }: PendingSignIn): Promise<boolean> {
  if (isLinked) return isLinkedTo(tx, userId, { provider, issuer, subject });
  // Its tokens come with the next sign-in: they are too long for a cookie.
  return linkAccount(tx, ports, userId, provider, { issuer, subject, email, tokens: {} });
}
