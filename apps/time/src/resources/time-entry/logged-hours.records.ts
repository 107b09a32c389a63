import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../time-app.ts';
import { hoursOf } from '../minutes.rules.ts';

const UNITS = { daily: 'day', weekly: 'week', monthly: 'month' } as const;

const worked = sql<number>`sum(duration_minutes)::int`;

function logged(db: Db, userIds: readonly string[], from: string, to: string) {
  return db
    .selectFrom('time_entries')
    .where('user_id', 'in', [...userIds])
    .where('start_time', '>=', from)
    .where('start_time', '<', to);
}

/** Hours each person began in a stretch of time, approved or not. */
export async function loggedByPerson(db: Db, userIds: readonly string[], from: string, to: string) {
  const rows = await logged(db, userIds, from, to)
    .select(['user_id', worked.as('minutes')])
    .groupBy('user_id')
    .execute();
  return rows.map(({ user_id, minutes }) => ({ user_id, hours: hoursOf(minutes) }));
}

/** The same of all of them by the work date's day, week (from Monday) or month. */
export async function loggedByPeriod(db: Db, userIds: readonly string[], from: string, to: string, granularity: keyof typeof UNITS) {
  const start: RawBuilder<string> = sql`date_trunc(${sql.lit(UNITS[granularity])}, work_date::timestamp)::date::text`;
  const rows = await logged(db, userIds, from, to)
    .select([start.as('start_date'), worked.as('minutes')])
    .groupBy(start)
    .orderBy(start)
    .execute();
  return rows.map(({ start_date, minutes }) => ({ start_date, hours: hoursOf(minutes) }));
}

/** How many entries are for a client. */
export async function countEntriesOfClient(db: Db, clientId: string): Promise<number> {
  const { entries } = await db
    .selectFrom('time_entries')
    .select(sql<number>`count(*)`.as('entries'))
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  return entries;
}
