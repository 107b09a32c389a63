import type { Db, Tx } from '../../../../identity-app.ts';
import { fullNameOf } from '../team.records.ts';

export interface TeamMemberRow {
  readonly team_id: string;
  readonly user_id: string;
  readonly username: string;
  readonly email: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly full_name: string;
  readonly role: string;
  readonly joined_at: string;
}

function memberRows(db: Db, teamId: string) {
  return db
    .selectFrom('team_members')
    .innerJoin('users', (join) =>
      join.onRef('users.tenant', '=', 'team_members.tenant').onRef('users.user_id', '=', 'team_members.user_id'),
    )
    .select([
      'team_members.team_id',
      'team_members.user_id',
      'users.username',
      'users.email',
      'users.first_name',
      'users.last_name',
      fullNameOf('users').as('full_name'),
      'team_members.role',
      'team_members.created_at as joined_at',
    ])
    .where('team_members.team_id', '=', teamId)
    .where('users.is_inactive', '=', false);
}

/** Active members of a team by name; a team has only so many. */
export function findMembers(db: Db, teamId: string): Promise<TeamMemberRow[]> {
  return memberRows(db, teamId).orderBy('users.first_name').orderBy('users.last_name').orderBy('users.user_id').execute();
}

export function findMember(db: Db, teamId: string, userId: string): Promise<TeamMemberRow | undefined> {
  return memberRows(db, teamId).where('team_members.user_id', '=', userId).executeTakeFirst();
}

/** Ids of all members of a team, active or not. */
export async function findMemberIds(tx: Tx, teamId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('team_members')
    .select('user_id')
    .where('team_id', '=', teamId)
    .orderBy('created_at')
    .orderBy('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Those of the ids that are active users of the MSP's own people. */
export async function findEligible(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('users')
    .select('user_id')
    .where((eb) => eb('user_id', '=', eb.fn.any(eb.val([...userIds]))))
    .where('user_type', '<>', 'client')
    .where('is_inactive', '=', false)
    // Nobody is deactivated or deleted while they join.
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

export async function insertMembers(tx: Tx, teamId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length > 0)
    await tx
      .insertInto('team_members')
      .values(userIds.map((user_id) => ({ team_id: teamId, user_id })))
      .execute();
}

export async function deleteMembers(tx: Tx, teamId: string, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .deleteFrom('team_members')
    .where('team_id', '=', teamId)
    .where((eb) => eb('user_id', '=', eb.fn.any(eb.val([...userIds]))))
    .execute();
}
