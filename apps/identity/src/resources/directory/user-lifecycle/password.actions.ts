import type { ChangePassword } from '@psa/contracts-identity';
import { demandPermissions, type Principal } from '@psa/http-kit';
import type { Db, Ports } from '../../../identity-app.ts';
import { sendNotice } from '../../authentication/account-mail/account-mail.actions.ts';
import { useTokensOf } from '../../authentication/account-mail/account-token.records.ts';
import { audit } from '../../audit/audit.ts';
import { changedAccess } from '../user/changed-access.ts';
import { confirmPassword, findPasswordHash } from './confirm-password.actions.ts';
import { hashPassword } from '../../authentication/password/password-hash.ts';
import { requireGoodPassword, requireSamePassword, wrongCurrentPassword } from '../../authentication/password/password.rules.ts';
import { requireUser, userScopeOf } from '../user/user-scope.access.ts';
import { assertCanActFor, demandSession } from '../user/user.access.ts';
import { findUser, lockUser } from '../user/user.records.ts';

/**
 * Changes one's own password, or sets another's. All sessions of the user end but the one it is done in.
 * @throws NOT_FOUND, VALIDATION_ERROR naming the field, FORBIDDEN, RATE_LIMITED after too many wrong ones
 */
export async function changePassword(db: Db, ports: Ports, principal: Principal, userId: string, input: ChangePassword): Promise<void> {
  const { current_password, new_password, confirm_password } = input;
  const isOwn = principal.userId === userId;
  if (isOwn) demandSession(principal);
  else demandPermissions(principal, ['user:reset_password']);
  const user = requireUser(await findUser(db, userId, userScopeOf(principal)));
  requireSamePassword(new_password, confirm_password);
  requireGoodPassword(new_password, 'new_password', user, ports.passwordComposition);
  const confirmed = isOwn ? await confirmPassword(db, ports, user, current_password) : undefined;
  const password_hash = await hashPassword(new_password);

  await db.transaction(async (tx) => {
    const locked = requireUser(await lockUser(tx, userId, userScopeOf(principal)));
    // Changed since it was confirmed: what was right is not any more.
    if (isOwn && (await findPasswordHash(tx, userId)) !== confirmed) throw wrongCurrentPassword();
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
