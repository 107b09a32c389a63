import { ApiError, conflict, invalidField } from '@psa/contract-kit';
import type { UpdateUser } from '@psa/contracts-identity';
import { type Accepted, demandPermissions, demandVersion, type Principal } from '@psa/http-kit';
import { violates } from '@psa/postgres-kit';
import type { Db, Ports, Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { requireSeat, takesSeat } from '../licence/seat.rules.ts';
import { changedAccess, changedUser } from '../user/changed-access.ts';
import { sendNotice } from '../../authentication/account-mail/account-mail.actions.ts';
import { useTokensOf } from '../../authentication/account-mail/account-token.records.ts';
import { confirmPassword } from './confirm-password.actions.ts';
import { hashPassword } from '../../authentication/password/password-hash.ts';
import { requireGoodPassword } from '../../authentication/password/password.rules.ts';
import { requireUser, userScopeOf } from '../user/user-scope.access.ts';
import { requireConsistent } from '../user/user.references.ts';
import { changeRolesOf } from '../user/user-role.actions.ts';
import { assertCanActFor, demandSession } from '../user/user.access.ts';
import { findUser, lockUser, type UserRow } from '../user/user.records.ts';
import { beyondProfile, changesPortal, effectiveChanges, changesCredentials, requireTwoFactorUntouched } from '../user/user.rules.ts';

/** What ends a user's sessions when it changes. */
const ENDS_SESSIONS = ['password', 'user_type', 'contact_id', 'is_inactive'] as const;

/** Changes what is given of a user; whose it may be asked was asked before. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, FORBIDDEN, CONFLICT */
export async function updateUser(
  db: Db,
  ports: Ports,
  principal: Principal,
  userId: string,
  input: UpdateUser,
  accepted?: Accepted,
): Promise<void> {
  await confirmOwnCredentials(db, ports, principal, userId, input);
  const password_hash = input.password === undefined ? undefined : await hashOfGiven(ports, principal, userId, input.password, input);
  await db.transaction(async (tx) => {
    const user = requireUser(await lockUser(tx, userId, userScopeOf(principal)));
    demandVersion(accepted, user.version);
    const changes = effectiveChanges(user, input);
    demandRightTo(principal, changes);
    const { role_ids, password, two_factor_enabled, current_password: _, ...fields } = changes;
    requireTwoFactorUntouched(two_factor_enabled, user.two_factor_enabled);
    if (changesCredentials(changes)) await assertCanActFor(tx, principal, userId);
    const becomes = { ...user, ...fields };
    const client_id = await requireConsistent(tx, ports, principal, user, becomes);
    // What a role of one portal allows means nothing in the other.
    const wantedRoles = role_ids ?? (changesPortal(user, becomes) ? [] : undefined);
    const rolesChanged = wantedRoles !== undefined && (await changeRolesOf(tx, principal, becomes, 'set', wantedRoles));
    if (takesSeat(becomes) && !takesSeat(user)) await requireSeat(tx);
    if (Object.keys(fields).length === 0 && password === undefined && !rolesChanged) return;

    const write = {
      ...fields,
      client_id,
      ...(password_hash === undefined ? {} : { password_hash, password_changed_at: new Date().toISOString() }),
    };
    const endsSessions = rolesChanged || ENDS_SESSIONS.some((name) => name in changes);
    const row = await (endsSessions ? changedAccess(tx, user, write) : changedUser(tx, user, write)).catch((error: unknown) => {
      throw taken(error) ?? error;
    });
    if (row.email !== user.email) {
      // Links that were sent to the old address lead nowhere, and whoever reads it hears of the change.
      await useTokensOf(tx, userId);
      await sendNotice(tx, user, 'email_changed');
    }
    recordChange(tx, user, row, password !== undefined);
  });
}

/**
 * Whoever holds a key or a session of somebody must not become them by it: their sign-in is changed with their password alone.
 * @throws FORBIDDEN for an API key, VALIDATION_ERROR for a wrong password, RATE_LIMITED, CONFLICT for who has none
 */
async function confirmOwnCredentials(db: Db, ports: Ports, principal: Principal, userId: string, input: UpdateUser): Promise<void> {
  if (principal.userId !== userId) return;
  const user = requireUser(await findUser(db, userId, userScopeOf(principal)));
  const changes = effectiveChanges(user, input);
  if (changes.email === undefined && changes.username === undefined) return;
  demandRightTo(principal, changes);
  demandSession(principal);
  await confirmPassword(db, ports, user, input.current_password);
}

/** @throws FORBIDDEN, VALIDATION_ERROR */
async function hashOfGiven(ports: Ports, principal: Principal, userId: string, password: string, around: UpdateUser): Promise<string> {
  if (principal.userId === userId) throw invalidField('password', 'is changed by PUT /api/v1/users/{id}/password', 'read_only');
  demandPermissions(principal, ['user:reset_password']);
  requireGoodPassword(password, 'password', around, ports.passwordComposition);
  return hashPassword(password);
}

/** Their profile is everybody's own; all else takes a permission, and the names of what was refused are told. @throws FORBIDDEN */
function demandRightTo(principal: Principal, changes: UpdateUser): void {
  if (principal.permissions.has('user:update')) return;
  const refused = beyondProfile(changes);
  if (refused.length > 0)
    throw new ApiError('FORBIDDEN', `Permission denied: Cannot update ${refused.join(', ')} of one's own account`, { fields: refused });
}

/** Somebody else took the name between the look and the write. */
function taken(error: unknown): ApiError | undefined {
  for (const field of ['username', 'email'] as const) {
    if (violates(error, `users_${field}`)) return conflict(`A user of this type with this ${field} exists`, { field });
  }
  return undefined;
}

function recordChange(tx: Tx, before: UserRow, after: UserRow, passwordSet: boolean): void {
  const about = { record_id: after.user_id, subject_user_id: after.user_id };
  const { is_inactive: was, ...rest } = before;
  const { is_inactive, ...now } = after;
  if (was !== is_inactive) audit(tx, { event_type: is_inactive ? 'user_deactivated' : 'user_activated', ...about });
  if (passwordSet) audit(tx, { event_type: 'password_changed', ...about, details: { by: 'another user' } });
  const same = Object.keys(rest).every(
    (name) =>
      ['version', 'updated_at', 'password_changed_at'].includes(name) || rest[name as keyof typeof rest] === now[name as keyof typeof now],
  );
  if (!same) audit(tx, { event_type: 'user_updated', ...about, before, after });
}
