import { ApiError, invalidField } from '@psa/contract-kit';
import type { DisableTwoFactor } from '@psa/contracts-identity';
import { type Db, type Ports, tenantDb } from '../../../identity-app.ts';
import { admitAttempt } from '../auth/sign-in-limits.ts';
import { findPasswordHash } from '../auth/sign-in.records.ts';
import { checkPassword } from '../password/password-hash.ts';
import { findTwoFactor } from './two-factor.records.ts';
import { verifySecondFactor } from './verify-second-factor.actions.ts';

export const WRONG_TOKEN = 'Invalid two-factor authentication token';

/**
 * Has users prove that it is really they who act, with a code or their password. Failures count like those of signing in: whoever
 * has got hold of a session guesses no better with it.
 * @throws VALIDATION_ERROR naming what is missing or wrong, RATE_LIMITED
 */
export async function demandProof(
  db: Db,
  ports: Ports,
  user: { user_id: string; email: string },
  { token, password }: DisableTwoFactor,
): Promise<void> {
  if (token === undefined && password === undefined) throw invalidField('token', 'is required, or a password', 'required');
  const attempt = await admitAttempt(ports.database, user.email, db.context.origin?.address ?? null);
  if (attempt === undefined) throw new ApiError('RATE_LIMITED');
  const proved =
    token === undefined ? await isPasswordOf(db, user.user_id, password ?? '') : await isCodeOf(db, ports, user.user_id, token);
  if (!proved)
    throw token === undefined
      ? invalidField('password', 'is not correct', 'invalid_password')
      : invalidField('token', WRONG_TOKEN, 'invalid_token');
  await attempt.release(true);
}

/** What a user can prove themselves with. */
export interface Proofs {
  readonly hasCode: boolean;
  readonly hasPassword: boolean;
}

export async function findProofs(db: Db, userId: string): Promise<Proofs> {
  const [factor, user] = await Promise.all([findTwoFactor(db, userId), findPasswordHash(db, userId)]);
  return { hasCode: factor !== undefined, hasPassword: (user?.password_hash ?? null) !== null };
}

/**
 * The same of users who have anything to prove themselves with: whoever has got hold of a session or a key must not add a way to
 * sign in that stays.
 * @throws VALIDATION_ERROR, RATE_LIMITED
 */
export async function demandAvailableProof(
  db: Db,
  ports: Ports,
  user: { user_id: string; email: string },
  proof: DisableTwoFactor,
): Promise<void> {
  const { hasCode, hasPassword } = await findProofs(db, user.user_id);
  if (hasCode || hasPassword) await demandProof(db, ports, user, proof);
}

/** In a transaction of its own: a code that was tried is spent, whatever becomes of the request. */
function isCodeOf({ tenant, context }: Db, ports: Ports, userId: string, code: string): Promise<boolean> {
  return tenantDb(ports, tenant, context).transaction((tx) => verifySecondFactor(tx, ports, userId, code));
}

async function isPasswordOf(db: Db, userId: string, password: string): Promise<boolean> {
  const stored = (await findPasswordHash(db, userId))?.password_hash ?? null;
  return checkPassword(password, stored);
}
