import type { Tx } from '../../../identity-app.ts';
import { contactReplica } from '../../../replicas/contact-replica.ts';
import { audit } from '../../audit/audit.ts';
import { changedAccess } from './changed-access.ts';
import { type UserRow, userColumns } from './user.records.ts';

/** What a user takes over from the contact they are. */
export interface FollowedContact {
  readonly contact_id: string;
  readonly client_id: string | null;
  readonly is_inactive: boolean;
  /** Whether it became what it is because its client did. */
  readonly with_client: boolean;
}

/**
 * Lets the users who are a contact follow it: to another client, or out when it is inactive or has none. Who went out because the
 * client became inactive comes in again when that is undone; nobody else does.
 */
export async function followContact(tx: Tx, { contact_id, client_id, is_inactive, with_client }: FollowedContact): Promise<void> {
  for (const user of await lockUsersOf(tx, contact_id)) {
    const shutOut = is_inactive || client_id === null;
    const comesBack = with_client && !shutOut && user.inactive_with_client;
    if (user.client_id === client_id && !comesBack && (user.is_inactive || !shutOut)) continue;
    const becomes = { client_id, is_inactive: !comesBack && (user.is_inactive || shutOut) };
    const mark = with_client && becomes.is_inactive && !user.is_inactive ? { inactive_with_client: true } : {};
    // Out with them while they see what was theirs: their sessions still say the client they had.
    const row = await changedAccess(tx, user, { ...becomes, ...mark });
    const about = { record_id: user.user_id, subject_user_id: user.user_id, details: { contact_id } };
    audit(tx, { event_type: eventOf(user, row), before: user, after: row, ...about });
  }
}

function eventOf(before: UserRow, after: UserRow) {
  if (before.is_inactive === after.is_inactive) return 'user_updated';
  return after.is_inactive ? 'user_deactivated' : 'user_activated';
}

/** Makes the users who are a contact the one it was merged into. */
export async function repointContact(tx: Tx, contactId: string, mergedInto: string): Promise<void> {
  const target = await contactReplica.find(tx, mergedInto);
  for (const user of await lockUsersOf(tx, contactId)) {
    const row = await changedAccess(tx, user, { contact_id: mergedInto, client_id: target?.client_id ?? user.client_id });
    audit(tx, {
      event_type: 'user_updated',
      record_id: user.user_id,
      subject_user_id: user.user_id,
      before: user,
      after: row,
      details: { contact_id: mergedInto },
    });
  }
}

function lockUsersOf(tx: Tx, contactId: string): Promise<(UserRow & { inactive_with_client: boolean })[]> {
  return tx
    .selectFrom('users')
    .select(userColumns)
    .select('users.inactive_with_client')
    .where('contact_id', '=', contactId)
    .where('deleted_at', 'is', null)
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute();
}
