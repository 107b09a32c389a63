import { ApiError, conflict, invalidField } from '@psa/contract-kit';
import type { Principal } from '@psa/http-kit';
import type { Ports, Tx } from '../../../identity-app.ts';
import { requireClientOf } from '../../../replicas/contact-replica.ts';
import { requireOtherAdmin } from './last-admin.rules.ts';
import { requireManager } from './reporting-line.references.ts';
import { type UserScope, userScopeOf } from './user-scope.access.ts';
import { findTaken, type UserRow, type UserWrite } from './user.records.ts';
import { changesPortal } from './user.rules.ts';

/**
 * Holds a user as they are to become against the rest of the tenant.
 * @returns the client they then belong to
 * @throws VALIDATION_ERROR, FORBIDDEN, CONFLICT for the last administrator and for what is taken
 */
export async function requireConsistent(
  tx: Tx,
  ports: Ports,
  principal: Principal,
  user: UserRow,
  becomes: UserRow,
): Promise<string | null> {
  const audience = userScopeOf(principal);
  if (audience !== 'tenant' && becomes.user_type !== 'client') {
    throw new ApiError('FORBIDDEN', 'Permission denied: people of a client have users of the client portal only');
  }
  const shutOut = becomes.is_inactive && !user.is_inactive;
  if (shutOut && principal.userId === user.user_id) throw invalidField('is_inactive', 'cannot be set by the user themselves', 'self');
  if (shutOut || changesPortal(user, becomes)) await requireOtherAdmin(tx, user.user_id);
  if (becomes.reports_to !== null && becomes.reports_to !== user.reports_to) await requireManager(tx, user.user_id, becomes.reports_to);
  if (user.user_type !== becomes.user_type || user.username !== becomes.username || user.email !== becomes.email) {
    if ((await findTaken(tx, becomes, user.user_id)).length > 0) throw await takenBy(tx, becomes, user.user_id);
  }
  const stays = becomes.user_type === 'client' && user.client_id !== null && becomes.contact_id === user.contact_id;
  return stays ? user.client_id : requireClient(tx, ports, audience, becomes);
}

/** The client a user belongs to; null for those who work for the tenant. @throws VALIDATION_ERROR naming contact_id */
export async function requireClient(
  tx: Tx,
  { clients }: Ports,
  audience: UserScope,
  { user_type, contact_id }: Pick<UserWrite, 'user_type' | 'contact_id'>,
): Promise<string | null> {
  if (user_type !== 'client') {
    if (contact_id) throw invalidField('contact_id', 'is for users of type client only', 'wrong_type');
    return null;
  }
  if (!contact_id) throw invalidField('contact_id', 'is needed for users of type client', 'required');
  const clientId = await requireClientOf(tx, clients, contact_id);
  if (audience !== 'tenant' && clientId !== audience.clientId)
    throw invalidField('contact_id', 'is not a contact of this tenant', 'unknown_reference');
  return clientId;
}

/** A 409 that names what is taken. */
export async function takenBy(tx: Tx, user: Pick<UserWrite, 'user_type' | 'username' | 'email'>, exceptId?: string): Promise<ApiError> {
  const [field = 'email'] = await findTaken(tx, user, exceptId);
  return conflict(`A user of this type with this ${field} exists`, { field });
}
