import type { TimeEntryStats, TimeEntryStatsQuery } from '@psa/contracts-time';
import { sql } from 'kysely';
import type { Db } from '../../time-app.ts';
import type { WhoseTime } from '../access/whose-time.access.ts';
import { hoursOf } from '../minutes.rules.ts';
import { aboutHidden, type WorkReader } from '../work-item/hidden-work.access.ts';
import { matchingEntries } from './time-entry.list.ts';
import { timeEntryRows, workItemTitle } from './time-entry.records.ts';

const LONGEST_LIST = 100;
const TOP_ITEMS = 5;

const entries = sql<number>`count(*)::int`;
const worked = sql<number>`coalesce(sum(time_entries.duration_minutes), 0)::int`;

/** Figures about the entries a caller may see that pass every filter. */
export async function timeEntryStats(db: Db, query: TimeEntryStatsQuery, whose: WhoseTime, reader: WorkReader): Promise<TimeEntryStats> {
  const matching = () => matchingEntries(timeEntryRows(db), query, whose).clearSelect();
  const [totals, counts, top] = await Promise.all([
    matching()
      .leftJoin('service_replicas', (join) =>
        join
          .onRef('service_replicas.tenant', '=', 'time_entries.tenant')
          .onRef('service_replicas.service_id', '=', 'time_entries.service_id'),
      )
      .select([
        entries.as('count'),
        worked.as('worked'),
        sql<number>`coalesce(sum(time_entries.billable_duration), 0)::int`.as('billable'),
        sql<number>`coalesce(sum(time_entries.duration_minutes) filter (where not time_entries.is_billable), 0)::int`.as('unbillable'),
        // Half away from zero, entry by entry. Entries from before rates were kept go by the rate of today.
        sql<number>`coalesce(sum(round(time_entries.billable_duration::numeric * coalesce(time_entries.rate, service_replicas.default_rate) / 60)), 0)::bigint`.as(
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
    countsOf(() => matchingEntries(timeEntryRows(db), query, whose)),
    matching()
      .where('time_entries.work_item_id', 'is not', null)
      .select([sql<string>`time_entries.work_item_id`.as('work_item_id'), 'time_entries.work_item_type', workItemTitle.as('title')])
      .select([worked.as('worked'), entries.as('count')])
      .groupBy(['time_entries.tenant', 'time_entries.work_item_id', 'time_entries.work_item_type'])
      .orderBy(sql`sum(time_entries.duration_minutes) desc`)
      .orderBy('time_entries.work_item_id')
      .limit(TOP_ITEMS)
      .execute(),
  ]);
  const hidden = await aboutHidden(db, reader, top);
  const billableWork = totals.worked - totals.unbillable;
  return {
    total_entries: totals.count,
    total_hours: hoursOf(totals.worked),
    billable_hours: hoursOf(totals.billable),
    total_billable_hours: hoursOf(totals.billable),
    total_non_billable_hours: hoursOf(totals.unbillable),
    billable_percentage: totals.worked === 0 ? 0 : Math.round((billableWork * 100) / totals.worked),
    entries_by_type: counts.work_item_type,
    entries_by_status: counts.approval_status,
    entries_by_user: counts.user_id,
    entries_by_service: counts.service_id,
    total_revenue: Number(totals.revenue),
    average_entry_duration: totals.count === 0 ? 0 : hoursOf(totals.worked / totals.count),
    entries_this_week: totals.this_week,
    entries_this_month: totals.this_month,
    top_work_items: top.map((item) => ({
      work_item_id: item.work_item_id,
      work_item_title: hidden.has(item) ? null : item.title,
      total_hours: hoursOf(item.worked),
      entry_count: item.count,
    })),
  };
}

const COUNTED = ['work_item_type', 'approval_status', 'user_id', 'service_id'] as const;

/** Entries by each of {@link COUNTED}, those with the most first, in one pass through them. */
async function countsOf(
  matching: () => ReturnType<typeof matchingEntries>,
): Promise<Record<(typeof COUNTED)[number], Record<string, number>>> {
  const columns = COUNTED.map((column) => sql.ref(`time_entries.${column}`));
  const found = await matching()
    .clearSelect()
    .select([
      // Bits of the columns that a row is not grouped by, the first column the highest.
      sql<number>`grouping(${sql.join(columns)})`.as('grouping'),
      sql<string>`coalesce(${sql.join(columns.map((column) => sql`${column}::text`))})`.as('name'),
      entries.as('count'),
    ])
    .groupBy(sql`grouping sets (${sql.join(columns.map((column) => sql`(${column})`))})`)
    .orderBy(sql`count(*) desc`)
    .orderBy('name')
    .execute();
  const counts = { work_item_type: {}, approval_status: {}, user_id: {}, service_id: {} } as Record<string, Record<string, number>>;
  for (const { grouping, name, count } of found) {
    const column = COUNTED.find((_, index) => (grouping & (8 >> index)) === 0)!;
    const counted = counts[column]!;
    if (Object.keys(counted).length < LONGEST_LIST) counted[name] = count;
  }
  return counts as Record<(typeof COUNTED)[number], Record<string, number>>;
}
