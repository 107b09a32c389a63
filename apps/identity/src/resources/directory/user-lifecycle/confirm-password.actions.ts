import { ApiError, conflict } from '@psa/contract-kit';
import type { Db, Ports, Tx } from '../../../identity-app.ts';
import { admitAttempt } from '../../authentication/auth/sign-in-limits.ts';
import { verifyDummyHash, verifyPassword } from '../../authentication/password/password-hash.ts';
import { wrongCurrentPassword } from '../../authentication/password/password.rules.ts';
import type { UserRow } from '../user/user.records.ts';

/**
 * Has users show that they know their password, in the limits of signing in.
 * @returns the hash the password was held against @throws VALIDATION_ERROR, RATE_LIMITED, CONFLICT for who has none
 */
export async function confirmPassword(db: Db, ports: Ports, user: UserRow, password = ''): Promise<string> {
  const attempt = await admitAttempt(ports.database, user.email, db.context.origin?.address ?? null);
  if (attempt === undefined) throw new ApiError('RATE_LIMITED', 'Too many wrong passwords: wait a quarter of an hour');
  const stored = await findPasswordHash(db, user.user_id);
  if (stored === null) {
    await verifyDummyHash(password);
    throw conflict('You have no password yet: ask for a link to choose one by');
  }
  if (!(await verifyPassword(password, stored))) throw wrongCurrentPassword();
  await attempt.release(true);
  return stored;
}

/** The hash of a user's password; null without one. */
export async function findPasswordHash(db: Db | Tx, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('user_id', '=', userId).executeTakeFirst();
  return row?.password_hash ?? null;
}
