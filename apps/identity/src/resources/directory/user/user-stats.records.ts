import type { UserStats } from '@psa/contracts-identity';
import { sql } from 'kysely';
import type { Db } from '../../../identity-app.ts';
import type { UserScope } from './user-scope.access.ts';
import { audienceConditions } from './user.list.ts';

const RECENT_DAYS = 30;

/** Counts the users the audience may see. */
export async function readUserStats(db: Db, audience: UserScope): Promise<UserStats> {
  const counts = db
    .selectFrom('users')
    .select([
      sql<number>`count(*)`.as('total_users'),
      sql<number>`count(*) filter (where not is_inactive)`.as('active_users'),
      sql<number>`count(*) filter (where is_inactive)`.as('inactive_users'),
      sql<number>`count(*) filter (where two_factor_enabled)`.as('users_with_2fa'),
      sql<number>`count(*) filter (where not exists (
        select from user_avatars where user_avatars.tenant = users.tenant and user_avatars.user_id = users.user_id))`.as(
        'users_without_avatar',
      ),
      sql<number>`count(*) filter (where last_login_at >= now() - make_interval(days => ${RECENT_DAYS}))`.as('recent_logins'),
      sql<number>`count(*) filter (where last_login_at is null)`.as('never_logged_in'),
    ])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.and(audienceConditions(eb, audience)));
  const types = db
    .selectFrom('users')
    .select(['user_type', sql<number>`count(*)`.as('users')])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.and(audienceConditions(eb, audience)))
    .groupBy('user_type')
    .orderBy('user_type');
  const roles = db
    .selectFrom('users')
    .innerJoin('user_roles', (join) =>
      join.onRef('user_roles.tenant', '=', 'users.tenant').onRef('user_roles.user_id', '=', 'users.user_id'),
    )
    .innerJoin('roles', (join) => join.onRef('roles.tenant', '=', 'user_roles.tenant').onRef('roles.role_id', '=', 'user_roles.role_id'))
    .select(['roles.role_name', sql<number>`count(distinct users.user_id)`.as('users')])
    .where('users.deleted_at', 'is', null)
    .where((eb) => eb.and(audienceConditions(eb as never, audience)))
    .groupBy('roles.role_name')
    .orderBy('roles.role_name')
    .limit(1000);

  const [totals, byType, byRole] = await Promise.all([counts.executeTakeFirstOrThrow(), types.execute(), roles.execute()]);
  return {
    ...totals,
    users_by_type: Object.fromEntries(byType.map(({ user_type, users }) => [user_type, users])),
    users_by_role: Object.fromEntries(byRole.map(({ role_name, users }) => [role_name, users])),
  };
}
