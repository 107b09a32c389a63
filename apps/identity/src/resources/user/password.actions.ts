import { ApiError, conflict } from '@psa/contract-kit';
import type { ChangePassword } from '@psa/contracts-identity';
import { demandPermissions, type Principal } from '@psa/http-kit';
import type { Db, Ports, Tx } from '../../identity-app.ts';
import { sendNotice } from '../account-mail/account-mail.actions.ts';
import { useTokensOf } from '../account-mail/account-token.records.ts';
import { audit } from '../audit/audit.ts';
import { admitAttempt } from '../sign-in/sign-in-limits.ts';
import { changedAccess } from './changed-access.ts';
import { hashPassword, verifyDummyHash, verifyPassword } from './password-hash.ts';
import { requireGoodPassword, requireSamePassword, wrongCurrentPassword } from './password.rules.ts';
import { requireUser, userScopeOf } from './user-scope.ts';
import { assertCanActFor } from './user.access.ts';
import { findUser, lockUser, type UserRow } from './user.records.ts';

/**
 * Changes one's own password, or sets another's. All sessions of the user end but the one it is done in.
 * @throws NOT_FOUND, VALIDATION_ERROR naming the field, FORBIDDEN, RATE_LIMITED after too many wrong ones
 */
export async function changePassword(db: Db, ports: Ports, principal: Principal, userId: string, input: ChangePassword): Promise<void> {
  const { current_password, new_password, confirm_password } = input;
  const isOwn = principal.userId === userId;
  if (!isOwn) demandPermissions(principal, ['user:reset_password']);
  const user = requireUser(await findUser(db, userId, userScopeOf(principal)));
  requireSamePassword(new_password, confirm_password);
  requireGoodPassword(new_password, 'new_password', user, ports.passwordComposition);
  const confirmed = isOwn ? await confirmPassword(db, ports, user, current_password) : undefined;
  const password_hash = await hashPassword(new_password);

  await db.transaction(async (tx) => {
    const locked = requireUser(await lockUser(tx, userId, userScopeOf(principal)));
    // Changed since it was confirmed: what was right is not any more.
    if (isOwn && (await findHash(tx, userId)) !== confirmed) throw wrongCurrentPassword();
    await assertCanActFor(tx, principal, userId);
    const except = principal.credential.type === 'session' ? principal.credential.id : undefined;
    await changedAccess(tx, locked, { password_hash, password_changed_at: new Date().toISOString() }, except);
    await useTokensOf(tx, userId);
    audit(tx, {
      event_type: 'password_changed',
      record_id: userId,
      subject_user_id: userId,
      details: { by: isOwn ? 'the user' : 'another user' },
    });
    await sendNotice(tx, locked, 'password_changed');
  });
}

/** @returns the hash the password was held against @throws VALIDATION_ERROR, RATE_LIMITED, CONFLICT for who has none */
async function confirmPassword(db: Db, ports: Ports, user: UserRow, password = ''): Promise<string> {
  const attempt = await admitAttempt(ports.database, user.email, db.context.origin?.address ?? null);
  if (attempt === undefined) throw new ApiError('RATE_LIMITED', 'Too many wrong passwords: wait a quarter of an hour');
  const stored = await findHash(db, user.user_id);
  if (stored === null) {
    await verifyDummyHash(password);
    throw conflict('You have no password yet: ask for a link to choose one by');
  }
  if (!(await verifyPassword(password, stored))) throw wrongCurrentPassword();
  await attempt.release(true);
  return stored;
}

async function findHash(db: Db | Tx, userId: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('user_id', '=', userId).executeTakeFirst();
  return row?.password_hash ?? null;
}
