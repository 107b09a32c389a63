import type { TimeSheetStats, TimeSheetStatsQuery } from '@psa/contracts-time';
import { sql } from 'kysely';
import type { Db } from '../../time-app.ts';
import type { WhoseTime } from '../access/whose-time.access.ts';
import { hoursOf } from '../minutes.rules.ts';
import { readSettings } from '../settings/settings.records.ts';
import { matchingSheets } from '../time-sheet/time-sheet.list.ts';
import { timeSheetRows } from '../time-sheet/time-sheet.records.ts';

const LONGEST_LIST = 100;
const TOP_USERS = 10;

const sheets = sql<number>`count(*)::int`;
const minutes = sql<number>`coalesce(sum(sums.total_minutes), 0)::int`;

/** Figures about the sheets a caller may see. @param today date in UTC, by which a period is current */
export async function timeSheetStats(
  db: Db,
  query: TimeSheetStatsQuery,
  whose: WhoseTime,
  today = new Date().toISOString().slice(0, 10),
): Promise<TimeSheetStats> {
  const matching = () => matchingSheets(timeSheetRows(db), query, whose).clearSelect();
  const { due_days } = await readSettings(db);
  const isCurrent = sql<boolean>`(time_periods.start_date <= ${today}::date and ${today}::date < time_periods.end_date)`;
  const [figures, byStatus, byUser, top] = await Promise.all([
    matching()
      .select([
        sheets.as('total'),
        minutes.as('minutes'),
        sql<number>`count(*) filter (where approval_status = 'APPROVED' and ${isCurrent})::int`.as('approved_now'),
        sql<number>`coalesce(sum(sums.total_minutes) filter (where ${isCurrent}), 0)::int`.as('minutes_now'),
        sql<number>`coalesce(sum(sums.billable_minutes) filter (where ${isCurrent}), 0)::int`.as('billable_now'),
        sql<number>`count(*) filter (where submitted_at is not null)::int`.as('submitted'),
        sql<number>`count(*) filter (where submitted_at < (time_periods.end_date + ${due_days}::int)::timestamp at time zone 'UTC')::int`.as(
          'in_time',
        ),
      ])
      .executeTakeFirstOrThrow(),
    matching()
      .select(['time_sheets.approval_status', sheets.as('sheets')])
      .groupBy('time_sheets.approval_status')
      .execute(),
    matching()
      .select(['time_sheets.user_id', sheets.as('sheets')])
      .groupBy('time_sheets.user_id')
      .orderBy(sheets, 'desc')
      .orderBy('time_sheets.user_id')
      .limit(LONGEST_LIST)
      .execute(),
    matching()
      .select(['time_sheets.user_id', 'user_replicas.full_name as user_name', minutes.as('minutes'), sheets.as('sheets')])
      .groupBy(['time_sheets.user_id', 'user_replicas.full_name'])
      .orderBy(minutes, 'desc')
      .orderBy('time_sheets.user_id')
      .limit(TOP_USERS)
      .execute(),
  ]);
  const by_status: Record<string, number> = Object.fromEntries(
    byStatus.map(({ approval_status, sheets: count }) => [approval_status, count]),
  );
  return {
    total_time_sheets: figures.total,
    pending_approval: by_status['SUBMITTED'] ?? 0,
    approved_this_period: figures.approved_now,
    changes_requested: by_status['CHANGES_REQUESTED'] ?? 0,
    total_hours_this_period: hoursOf(figures.minutes_now),
    billable_hours_this_period: hoursOf(figures.billable_now),
    time_sheets_by_status: by_status,
    time_sheets_by_user: Object.fromEntries(byUser.map(({ user_id, sheets: count }) => [user_id, count])),
    average_hours_per_sheet: figures.total === 0 ? 0 : hoursOf(figures.minutes / figures.total),
    approval_rate: percent(by_status['APPROVED'] ?? 0, figures.submitted),
    on_time_submission_rate: percent(figures.in_time, figures.submitted),
    top_users_by_hours: top.map((row) => ({
      user_id: row.user_id,
      user_name: row.user_name,
      total_hours: hoursOf(row.minutes),
      sheet_count: row.sheets,
    })),
  };
}

/** Share in percent with two decimals; 0 of nothing. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}
