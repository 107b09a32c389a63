import { ApiError, invalidField } from '@psa/contract-kit';
import { profileFields, type UpdateUser } from '@psa/contracts-identity';
import type { UserScope } from './user-scope.access.ts';
import type { UserRow } from './user.records.ts';

/** The portal a type of user enters by. */
export function portalOfUserType(userType: string): 'msp' | 'client' {
  return userType === 'client' ? 'client' : 'msp';
}

export function changesPortal(from: { user_type: string }, to: { user_type: string }): boolean {
  return portalOfUserType(from.user_type) !== portalOfUserType(to.user_type);
}

/**
 * The type of a user to be created.
 * @throws FORBIDDEN when people of a client would make somebody else than one of theirs
 */
export function typeOfNew(wanted: string | undefined, audience: UserScope): string {
  if (audience === 'tenant') return wanted ?? 'internal';
  if (wanted !== undefined && wanted !== 'client')
    throw new ApiError('FORBIDDEN', 'Permission denied: people of a client have users of the client portal only');
  return 'client';
}

/**
 * What of an update says something: members that are given and differ from what is there, so that a resource that was read can
 * be written back.
 */
export function effectiveChanges(user: UserRow, input: UpdateUser): UpdateUser {
  const changes = Object.entries(input).filter(([name, value]) => {
    if (value === undefined) return false;
    if (name === 'current_password') return false;
    return name === 'password' || name === 'role_ids' || value !== user[name as keyof UserRow];
  });
  return Object.fromEntries(changes) as UpdateUser;
}

/** Members that are not one's own to change. */
export function beyondProfile(changes: UpdateUser): string[] {
  return Object.keys(changes).filter((name) => !(profileFields as readonly string[]).includes(name));
}

const TAKEOVER = ['username', 'email', 'password', 'user_type', 'contact_id'] as const;

/** Whether changes would let whoever makes them, or somebody they name, act as the user. */
export function changesCredentials(changes: UpdateUser): boolean {
  return TAKEOVER.some((name) => name in changes);
}

/** @throws VALIDATION_ERROR: a second factor is not there before it was shown to work, and not gone for a tick in a form */
export function requireTwoFactorUntouched(given: boolean | undefined, is: boolean): void {
  if (given === undefined || given === is) return;
  throw invalidField(
    'two_factor_enabled',
    'is switched by POST /api/v1/users/{id}/2fa/enable and DELETE /api/v1/users/{id}/2fa/disable',
    'read_only',
  );
}
