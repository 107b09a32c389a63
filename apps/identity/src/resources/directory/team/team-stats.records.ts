import type { TeamStats } from '@psa/contracts-identity';
import type { Db } from '../../../identity-app.ts';

const COUNT = `with sizes as (
    select teams.team_id, teams.manager_id, teams.parent_team_id, count(team_members.user_id) as members, count(users.user_id) as active_members,
      exists (select from team_permissions granted where granted.tenant = $1 and granted.team_id = teams.team_id and granted.revoked_at is null
        and (granted.expires_at is null or granted.expires_at > now())) as has_permissions
    from teams
    left join team_members on team_members.tenant = teams.tenant and team_members.team_id = teams.team_id
    left join users on users.tenant = team_members.tenant and users.user_id = team_members.user_id and not users.is_inactive
    where teams.tenant = $1 group by teams.team_id, teams.manager_id, teams.parent_team_id)
  select count(*) as total_teams,
    count(*) filter (where active_members > 0) as active_teams,
    count(manager_id) as teams_with_managers,
    count(*) filter (where members > 0) as teams_with_members,
    count(*) filter (where has_permissions) as teams_with_permissions,
    count(*) filter (where parent_team_id is null) as root_teams,
    coalesce(sum(active_members), 0)::bigint as total_members,
    (select count(distinct team_members.user_id) from team_members
      join users on users.tenant = team_members.tenant and users.user_id = team_members.user_id and not users.is_inactive
      where team_members.tenant = $1) as distinct_members,
    coalesce(round(avg(active_members), 2), 0) as average_team_size,
    coalesce(max(active_members), 0) as largest_team_size
  from sizes`;

/** Counts teams and their members. */
export async function countTeamStats(db: Db): Promise<TeamStats> {
  const { rows } = await db.execute<TeamStats>({ text: COUNT, name: 'psa_team_stats' }, [db.tenant]);
  return rows[0] as TeamStats;
}
