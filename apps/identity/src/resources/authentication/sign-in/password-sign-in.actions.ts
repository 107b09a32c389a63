import { tenantId } from '@psa/contract-kit';
import { type Ports, tenantDb } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { hashPassword, isOutdatedHash } from '../password/password-hash.ts';
import { type AuthRequest, byNobodyYet } from '../auth/auth-request.ts';
import { chooseCandidate } from './candidate.rules.ts';
import { signInAs, type SignInResult } from './sign-in.actions.ts';
import { admitAttempt } from '../auth/sign-in-limits.ts';
import { type Candidate, findCandidates, findPasswordHash, replacePasswordHash } from '../auth/sign-in.records.ts';

type SomeUser = Pick<Candidate, 'tenant' | 'user_id'>;

const NO_TENANT = tenantId('00000000-0000-0000-0000-000000000000');
const NO_USER = '00000000-0000-0000-0000-000000000000';

/**
 * Signs in by e-mail address and password. Whether the address is nobody's, the password wrong, or the user not allowed in makes no
 * difference: neither in the answer, nor in what is done to find it, nor in the time it takes.
 */
export async function signInByPassword(ports: Ports, request: AuthRequest): Promise<SignInResult> {
  const { password = '', twoFactorCode, trustDevice } = request.body;
  const email = (request.body.email ?? '').trim().toLowerCase();
  const tenant = (request.body.tenant ?? '').trim().toLowerCase() || null;
  // Without the tenant: written in another way it would be another account, with attempts of its own.
  const attempt = await admitAttempt(ports.database, email, request.origin.address);
  if (attempt === undefined) return { signedIn: false, code: 'RATE_LIMITED' };

  const meant = chooseCandidate(await findCandidates(ports.database, email, tenant), request.body.userType || undefined);
  const stored = await storedHash(ports, request, meant);
  if (!(await ports.checkPassword(password, stored)) || meant === undefined || stored === null) {
    noteFailure(ports, request, meant);
    return { signedIn: false, code: 'credentials' };
  }

  const anew = isOutdatedHash(stored) ? await hashPassword(password) : undefined;
  const result = await signInAs(ports, request, {
    tenant: meant.tenant,
    userId: meant.user_id,
    method: 'credentials',
    verify: async (tx, user) => {
      // Changed since it was read: the password that was right is not any more.
      if (user.password_hash !== stored) return { passed: false, code: 'credentials' };
      if (anew !== undefined) await replacePasswordHash(tx, user.user_id, anew);
      const proof = { code: twoFactorCode || undefined, cookies: request.cookies, trustDevice: trustDevice === 'true' };
      return ports.secondFactor(tx, user, proof, ports);
    },
  });
  if (result.signedIn || result.code === 'TWO_FACTOR_REQUIRED') await attempt.release(result.signedIn);
  else noteFailure(ports, request, meant);
  return result;
}

/** The hash of a user's password. An unknown user costs the same query. */
export async function storedHash(ports: Ports, request: AuthRequest, meant: SomeUser | undefined): Promise<string | null> {
  const db = tenantDb(ports, meant?.tenant ?? NO_TENANT, byNobodyYet(request));
  return (await findPasswordHash(db, meant?.user_id ?? NO_USER))?.password_hash ?? null;
}

/** Writes a failed sign-in to the audit log of the user's tenant. Not awaited: the time it takes would tell that there is such a user. */
export function noteFailure(ports: Ports, request: AuthRequest, meant: SomeUser | undefined): void {
  if (meant === undefined) return;
  tenantDb(ports, meant.tenant, byNobodyYet(request))
    .transaction(async (tx) => audit(tx, { event_type: 'login_failed', record_id: meant.user_id, subject_user_id: meant.user_id }))
    .catch((error: unknown) => ports.log.warn({ err: error, user_id: meant.user_id }, 'a failed sign-in could not be noted'));
}
