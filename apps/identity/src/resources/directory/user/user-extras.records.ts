import type { TeamOfUser } from '@psa/contracts-identity';
import { withIsoTimestamps } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../../identity-app.ts';
import { effectivePermissionsOf } from '../../access/grant/effective-permissions.records.ts';
import type { UserExtras } from './user.view.ts';

const teamsOfUser = sql<TeamOfUser[]>`coalesce((
  select jsonb_agg(jsonb_build_object('team_id', teams.team_id, 'team_name', teams.team_name, 'is_manager', teams.manager_id is not distinct from users.user_id,
    'joined_at', team_members.created_at) order by teams.team_name, teams.team_id)
  from team_members join teams on teams.tenant = team_members.tenant and teams.team_id = team_members.team_id
  where team_members.tenant = users.tenant and team_members.user_id = users.user_id), '[]')`;

/** Teams and permissions of users, as far as they are wanted: one statement, however many users. */
export async function readExtras(
  db: Db,
  userIds: readonly string[],
  wanted: { include_teams?: boolean | undefined; include_permissions?: boolean | undefined },
): Promise<Map<string, UserExtras>> {
  const { include_teams = false, include_permissions = false } = wanted;
  if (userIds.length === 0 || (!include_teams && !include_permissions)) return new Map();
  const rows = await db
    .selectFrom('users')
    .select([
      'user_id',
      sql<TeamOfUser[] | null>`case when ${include_teams}::boolean then ${teamsOfUser} end`.as('teams'),
      sql<string[] | null>`case when ${include_permissions}::boolean then ${effectivePermissionsOf('users')} end`.as('permissions'),
    ])
    .where((eb) => eb('user_id', '=', eb.fn.any(eb.val([...userIds]))))
    .execute();
  return new Map(
    rows.map(({ user_id, teams, permissions }) => [
      user_id,
      {
        ...(teams === null ? {} : { teams: teams.map((team) => withIsoTimestamps(team, 'joined_at')) }),
        ...(permissions === null ? {} : { permissions }),
      },
    ]),
  );
}
