import type { TimeEntryStats, TimeEntryStatsQuery } from '@psa/contracts-time';
import { sql } from 'kysely';
import type { Db } from '../../time-app.ts';
import type { WhoseTime } from '../access/whose-time.access.ts';
import { hoursOf } from '../minutes.rules.ts';
import { matchingEntries } from './time-entry.list.ts';
import { timeEntryRows, workItemTitle } from './time-entry.records.ts';

const LONGEST_LIST = 100;
const TOP_ITEMS = 5;

const entries = sql<number>`count(*)::int`;
const worked = sql<number>`coalesce(sum(time_entries.duration_minutes), 0)::int`;

/** Figures about the entries a caller may see that pass every filter. */
export async function timeEntryStats(db: Db, query: TimeEntryStatsQuery, whose: WhoseTime): Promise<TimeEntryStats> {
  const matching = () => matchingEntries(timeEntryRows(db), query, whose).clearSelect();
  const countBy = async (column: 'work_item_type' | 'approval_status' | 'user_id' | 'service_id') => {
    const name = `time_entries.${column}` as const;
    const rows = await matching()
      .select([sql<string>`${sql.ref(name)}::text`.as('name'), entries.as('count')])
      .groupBy(name)
      .orderBy(sql`count(*) desc`)
      .orderBy(name)
      .limit(LONGEST_LIST)
      .execute();
    return Object.fromEntries(rows.map((row) => [row.name, row.count]));
  };
  const [totals, byType, byStatus, byUser, byService, top] = await Promise.all([
    matching()
      .select([
        entries.as('count'),
        worked.as('worked'),
        sql<number>`coalesce(sum(time_entries.billable_duration), 0)::int`.as('billable'),
        sql<number>`coalesce(sum(time_entries.duration_minutes) filter (where not time_entries.is_billable), 0)::int`.as('unbillable'),
        // Half away from zero, for each service by itself as an invoice would have it.
        sql<number>`coalesce(sum(round(time_entries.billable_duration::numeric * service_replicas.default_rate / 60)), 0)::bigint`.as(
          'revenue',
        ),
        sql<number>`count(*) filter (where time_entries.work_date >= date_trunc('week', now() at time zone 'UTC')::date)::int`.as(
          'this_week',
        ),
        sql<number>`count(*) filter (where time_entries.work_date >= date_trunc('month', now() at time zone 'UTC')::date)::int`.as(
          'this_month',
        ),
      ])
      .executeTakeFirstOrThrow(),
    countBy('work_item_type'),
    countBy('approval_status'),
    countBy('user_id'),
    countBy('service_id'),
    matching()
      .where('time_entries.work_item_id', 'is not', null)
      .select([sql<string>`time_entries.work_item_id`.as('work_item_id'), sql<string | null>`max(${workItemTitle})`.as('title')])
      .select([worked.as('worked'), entries.as('count')])
      .groupBy('time_entries.work_item_id')
      .orderBy(sql`sum(time_entries.duration_minutes) desc`)
      .orderBy('time_entries.work_item_id')
      .limit(TOP_ITEMS)
      .execute(),
  ]);
  const billableWork = totals.worked - totals.unbillable;
  return {
    total_entries: totals.count,
    total_hours: hoursOf(totals.worked),
    billable_hours: hoursOf(totals.billable),
    total_billable_hours: hoursOf(totals.billable),
    total_non_billable_hours: hoursOf(totals.unbillable),
    billable_percentage: totals.worked === 0 ? 0 : Math.round((billableWork * 100) / totals.worked),
    entries_by_type: byType,
    entries_by_status: byStatus,
    entries_by_user: byUser,
    entries_by_service: byService,
    total_revenue: Number(totals.revenue),
    average_entry_duration: totals.count === 0 ? 0 : hoursOf(totals.worked / totals.count),
    entries_this_week: totals.this_week,
    entries_this_month: totals.this_month,
    top_work_items: top.map(({ work_item_id, title, worked: minutes, count }) => ({
      work_item_id,
      work_item_title: title,
      total_hours: hoursOf(minutes),
      entry_count: count,
    })),
  };
}
