import { identityEvents } from '@psa/contracts-identity';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../../identity-app.ts';
import { revokeSessions } from '../../authentication/session/session.actions.ts';
import { forgetTrustedDevices } from '../../authentication/trusted-device/trusted-device.actions.ts';
import { updateUserRow, type UserChanges, type UserRow } from './user.records.ts';
import { userFacts } from './user.view.ts';

/** Writes a change of a user and tells of it: gateways forget what they remember of the user's keys and sessions. */
export async function changedUser(tx: Tx, user: Pick<UserRow, 'user_id'>, changes: UserChanges = {}): Promise<UserRow> {
  const row = await updateUserRow(tx, user.user_id, changes);
  emit(tx, identityEvents.userUpdated, userFacts(row), row.version);
  return row;
}

/** The same for a change of who they are or what they may do: their sessions end, and with a password the trust in devices. @param except session that goes on */
export async function changedAccess(tx: Tx, user: Pick<UserRow, 'user_id'>, changes: UserChanges = {}, except?: string): Promise<UserRow> {
  await revokeSessions(tx, { userId: user.user_id, reason: 'security', except });
  if (changes.password_hash !== undefined) await forgetTrustedDevices(tx, user.user_id);
  return changedUser(tx, user, changes);
}
