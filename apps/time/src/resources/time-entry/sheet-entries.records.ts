import { sql } from 'kysely';
import type { Db } from '../../time-app.ts';
import { withNames, type TimeEntryRow } from './time-entry-names.records.ts';
import { timeEntryRows } from './time-entry.records.ts';

/** Entries of a sheet in the order of the work. */
export async function findEntriesOfSheet(db: Db, sheetId: string, limit: number): Promise<TimeEntryRow[]> {
  const rows = await timeEntryRows(db)
    .where('time_sheet_id', '=', sheetId)
    .orderBy('time_entries.start_time')
    .orderBy('time_entries.entry_id')
    .limit(limit)
    .execute();
  return withNames(db, rows);
}

/** Entries of several sheets, sheet by sheet and in the order of the work. */
export async function findEntriesOfSheets(db: Db, sheetIds: readonly string[]): Promise<TimeEntryRow[]> {
  const rows = await timeEntryRows(db)
    .where('time_sheet_id', 'in', [...sheetIds])
    .orderBy('time_sheet_id')
    .orderBy('time_entries.start_time')
    .execute();
  return withNames(db, rows);
}

export interface SheetSummary {
  /** Minutes. */
  readonly worked: { readonly non_billable: number };
  readonly by_type: Record<string, number>;
  /** Minutes by work date. */
  readonly by_day: Record<string, number>;
}

/** What is on a sheet, all of it. */
export async function summaryOfSheet(db: Db, sheetId: string): Promise<SheetSummary> {
  const rows = await db
    .selectFrom('time_entries')
    .select([
      'work_item_type',
      'work_date',
      sql<number>`count(*)::int`.as('entries'),
      sql<number>`sum(duration_minutes)::int`.as('minutes'),
      sql<number>`coalesce(sum(duration_minutes) filter (where not is_billable), 0)::int`.as('non_billable'),
    ])
    .where('time_sheet_id', '=', sheetId)
    .groupBy(['work_item_type', 'work_date'])
    .orderBy('work_date')
    .execute();
  const by_type: Record<string, number> = {};
  const by_day: Record<string, number> = {};
  let non_billable = 0;
  for (const row of rows) {
    by_type[row.work_item_type] = (by_type[row.work_item_type] ?? 0) + row.entries;
    by_day[row.work_date] = (by_day[row.work_date] ?? 0) + row.minutes;
    non_billable += row.non_billable;
  }
  return { worked: { non_billable }, by_type, by_day };
}
