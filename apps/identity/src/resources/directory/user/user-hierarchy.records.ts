import type { UserInLine } from '@psa/contracts-identity';
import type { Db } from '../../../identity-app.ts';

const COLUMNS = 'users.user_id, users.username, users.first_name, users.last_name, users.reports_to, users.is_inactive';
/** Deeper than any organisation; ends a walk round a circle, which nothing should have made. */
const DEEPEST = 1000;
const MOST_REPORTS = 500;

const ABOVE = `with recursive line as (
    select manager.user_id, 1 as level from users join users manager on manager.tenant = users.tenant and manager.user_id = users.reports_to
    where users.tenant = $1 and users.user_id = $2
    union all
    select users.reports_to, line.level + 1 from line join users on users.tenant = $1 and users.user_id = line.user_id
    where users.reports_to is not null and line.level < ${DEEPEST}
  ) select ${COLUMNS}, line.level from line join users on users.tenant = $1 and users.user_id = line.user_id order by line.level`;

const BELOW = `with recursive line as (
    select user_id, 1 as level from users where tenant = $1 and reports_to = $2
    union all
    select users.user_id, line.level + 1 from line join users on users.tenant = $1 and users.reports_to = line.user_id where line.level < ${DEEPEST}
  ) select ${COLUMNS}, line.level, count(*) over () as total from line join users on users.tenant = $1 and users.user_id = line.user_id
  order by line.level, users.username, users.user_id limit ${MOST_REPORTS}`;

/** Everybody a user reports to, the nearest first. */
export async function findAbove(db: Db, userId: string): Promise<UserInLine[]> {
  return (await db.execute<UserInLine>({ text: ABOVE, name: 'psa_users_above' }, [db.tenant, userId])).rows;
}

/** Who reports to a user, directly or not, the nearest first, and how many they are. */
export async function findBelow(db: Db, userId: string): Promise<{ reports: UserInLine[]; total: number }> {
  const { rows } = await db.execute<UserInLine & { total: number }>({ text: BELOW, name: 'psa_users_below' }, [db.tenant, userId]);
  return { reports: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
