import type { SignInCode } from '@psa/contracts-identity';
import type { RawAnswer } from '@psa/http-kit';
import type { Ports, Tx } from '../../../identity-app.ts';
import { csrfTokenFor, hasCsrfToken, missingCsrf } from '../auth/auth-replies.ts';
import type { AuthRequest } from '../auth/auth-request.ts';
import { admitAttempt } from '../auth/sign-in-limits.ts';
import type { SignInUser } from '../auth/sign-in.records.ts';
import { authPage } from '../sign-in/pages/auth-page.ts';
import { confirmContent } from '../sign-in/pages/confirm-page.ts';
import { noteFailure, storedHash } from '../sign-in/password-sign-in.actions.ts';
import { signInAs, type Verdict } from '../sign-in/sign-in.actions.ts';
import { failed, signedIn } from './callback-answers.ts';
import { isLinkedTo, linkAccount } from './link-account.actions.ts';
import { clearPending, type PendingSignIn, readPending } from './pending-sign-in.ts';

interface Provider {
  readonly id: string;
  readonly name: string;
}

/**
 * Asks for the password of a person whose account at the provider is not linked yet, or for the code of their second factor.
 * @param refusal why the entry before was refused
 */
export function askToConfirm(
  { auth }: Ports,
  request: AuthRequest,
  provider: Provider,
  { isLinked }: PendingSignIn,
  { refusal, cookies = [] }: { readonly refusal?: SignInCode; readonly cookies?: readonly string[] },
): RawAnswer {
  const csrf = csrfTokenFor(auth, request);
  // A sign-in by a linked account is only pending for the code.
  const asksCode = isLinked || refusal === 'TWO_FACTOR_REQUIRED' || refusal === 'TWO_FACTOR_INVALID';
  const content = confirmContent({ csrfToken: csrf.token, provider, asksPassword: !isLinked, asksCode, refusal });
  return authPage({ title: 'One more step', content, cookies: [...csrf.cookies, ...cookies] });
}

/** Checks what a person entered on that page. Failures count like those of signing in by password. */
export async function confirmSignIn(ports: Ports, request: AuthRequest, provider: Provider): Promise<RawAnswer> {
  if (!hasCsrfToken(ports.auth, request)) return missingCsrf(ports.auth, request);
  const pending = await readPending(ports, request, provider.id);
  if (pending === undefined) return failed(ports, provider.id, 'OAuthCallbackError');
  const { tenant, userId } = pending;
  const user = { tenant, user_id: userId };
  const attempt = await admitAttempt(ports.database, pending.email ?? userId, request.origin.address);
  if (attempt === undefined) return askToConfirm(ports, request, provider, pending, { refusal: 'RATE_LIMITED' });

  const stored = pending.isLinked ? null : await storedHash(ports, request, user);
  if (!pending.isLinked && !(await ports.checkPassword(request.body.password ?? '', stored))) {
    noteFailure(ports, request, user);
    return askToConfirm(ports, request, provider, pending, { refusal: 'credentials' });
  }
  let isTheirs = true;
  const result = await signInAs(ports, request, {
    tenant,
    userId,
    method: provider.id,
    verify: async (tx, row) => {
      // The password was changed since it was read.
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
  return askToConfirm(ports, request, provider, pending, { refusal: result.code });
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

/** Links the account now that the password was right, or checks that it is still linked. */
function ownAccount(tx: Tx, ports: Ports, { provider, issuer, subject, email, userId, isLinked }: PendingSignIn): Promise<boolean> {
  if (isLinked) return isLinkedTo(tx, userId, { provider, issuer, subject });
  // The pending sign-in has no tokens, which are too long for a cookie: the next sign-in brings them.
  return linkAccount(tx, ports, userId, provider, { issuer, subject, email, tokens: {} });
}
