import { sql } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';
import { updateUserRow, userColumns, type UserRow } from './user.records.ts';

/** Teams a user leads. */
export async function listLedTeams(db: Db, userId: string): Promise<string[]> {
  return (await db.selectFrom('teams').select('team_id').where('manager_id', '=', userId).orderBy('team_id').limit(100).execute()).map(
    ({ team_id }) => team_id,
  );
}

/** Teams a user is in. */
export async function listTeamsOf(db: Db, userId: string): Promise<string[]> {
  return (await db.selectFrom('team_members').select('team_id').where('user_id', '=', userId).orderBy('team_id').execute()).map(
    ({ team_id }) => team_id,
  );
}

/** Lets nobody report to a user any more. @returns those who did */
export function endReportsTo(tx: Tx, userId: string): Promise<UserRow[]> {
  return tx
    .updateTable('users')
    .set({ reports_to: null, version: sql`version + 1`, updated_at: sql`now()` })
    .where('reports_to', '=', userId)
    .returning(userColumns)
    .execute();
}

/** What belongs to a person and to nobody else. */
const PERSONAL = [
  'user_roles',
  'user_preferences',
  'user_avatars',
  'two_factors',
  'passkeys',
  'oauth_accounts',
  'account_mails',
  'account_tokens',
] as const;

/** The names and the address that replace those of a deleted or erased user. */
export type NeutralIdentity = Pick<UserRow, 'username' | 'email' | 'first_name' | 'last_name'>;

function identityOfDeleted(user_id: string): NeutralIdentity {
  return { username: `deleted-${user_id}`, email: `deleted-${user_id}@deleted.invalid`, first_name: null, last_name: null };
}

/**
 * Takes everything from a user by which they could be known. The row stays for what refers to it.
 * @param identity unique in its username and email; without a name when absent
 */
export async function anonymizeUser(tx: Tx, { user_id }: UserRow, identity = identityOfDeleted(user_id)): Promise<UserRow> {
  for (const table of PERSONAL) await tx.deleteFrom(table).where('user_id', '=', user_id).execute();
  await tx
    .updateTable('auth_sessions')
    .set({ ip_address: null, user_agent: null, device_name: '', device_fingerprint: '' })
    .where('user_id', '=', user_id)
    .execute();
  return updateUserRow(tx, user_id, {
    ...identity,
    password_hash: null,
    phone: null,
    timezone: null,
    image: null,
    contact_id: null,
    client_id: null,
    two_factor_enabled: false,
    two_factor_required_new_device: false,
    is_google_user: false,
    is_inactive: true,
    reports_to: null,
    last_login_at: null,
    last_login_method: null,
    deleted_at: sql<string>`now()` as never,
    password_changed_at: null,
  });
}
