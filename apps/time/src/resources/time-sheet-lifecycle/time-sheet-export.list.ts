import type { TimeSheetExportQuery, TimeSheetExportRow } from '@psa/contracts-time';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../time-app.ts';
import type { WhoseTime } from '../access/whose-time.access.ts';
import { hoursOf } from '../minutes.rules.ts';
import { findEntriesOfSheets } from '../time-entry/sheet-entries.records.ts';
import { asRead, type TimeEntryRow } from '../time-entry/time-entry-names.records.ts';
import type { WorkReader } from '../work-item/hidden-work.access.ts';

import { matchingSheets } from '../time-sheet/time-sheet.list.ts';
import { type TimeSheetRow, timeSheetRows } from '../time-sheet/time-sheet.records.ts';

/** Sheets read at a time; of each all entries and comments are held. */
const PAGE = 50;

const GROUPS: Readonly<Record<TimeSheetExportQuery['group_by'], RawBuilder<string>>> = {
  none: sql<string>`''::text`,
  user: sql<string>`coalesce(user_replicas.full_name, time_sheets.user_id::text)`,
  period: sql<string>`time_periods.start_date::text`,
  status: sql<string>`time_sheets.approval_status`,
};

/** What spreadsheets show above the columns. */
export const sheetExportHeadings: Readonly<Record<keyof TimeSheetExportRow, string>> = {
  group: 'Group',
  user: 'User',
  period_start: 'Period Start',
  period_end: 'Period End',
  approval_status: 'Approval Status',
  total_hours: 'Total Hours',
  billable_hours: 'Billable Hours',
  entry_count: 'Entries',
  submitted_at: 'Submitted At',
  approved_at: 'Approved At',
  approver: 'Approver',
  notes: 'Notes',
  comments: 'Comments',
  entry_date: 'Date',
  entry_work_item: 'Work Item',
  entry_service: 'Service',
  entry_hours: 'Hours',
  entry_billable: 'Billable',
  entry_notes: 'Entry Notes',
};

/** Columns of an export in their order. */
export function sheetExportColumns(query: TimeSheetExportQuery): (keyof TimeSheetExportRow)[] {
  const all = Object.keys(sheetExportHeadings) as (keyof TimeSheetExportRow)[];
  return all.filter((column) => {
    if (column === 'group') return query.group_by !== 'none';
    if (column === 'comments') return query.include_comments === true;
    return !column.startsWith('entry_') || column === 'entry_count' || query.include_time_entries === true;
  });
}

type GroupedRow = TimeSheetRow & { export_group: string };

/** All sheets an export selects, group by group and in the order of their periods, in keyset pages. */
export async function* exportTimeSheets(
  db: Db,
  query: TimeSheetExportQuery,
  whose: WhoseTime,
  reader: WorkReader,
): AsyncGenerator<TimeSheetExportRow[]> {
  const group = GROUPS[query.group_by];
  let after: GroupedRow | undefined;
  for (;;) {
    let rows = matchingSheets(timeSheetRows(db), query, whose)
      .select(group.as('export_group'))
      .orderBy(group)
      .orderBy('time_periods.start_date')
      .orderBy('time_sheets.id')
      .limit(PAGE);
    if (after !== undefined)
      rows = rows.where(
        sql<SqlBool>`(${group}, time_periods.start_date, time_sheets.id) > (${after.export_group}, ${after.period_start}::date, ${after.id}::uuid)`,
      );
    const page = (await rows.execute()) as GroupedRow[];
    if (page.length > 0) yield await toRows(db, page, query, reader);
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
}

async function toRows(db: Db, page: readonly GroupedRow[], query: TimeSheetExportQuery, reader: WorkReader): Promise<TimeSheetExportRow[]> {
  const ids = page.map(({ id }) => id);
  const [entries, comments] = await Promise.all([
    query.include_time_entries === true ? findEntriesOfSheets(db, ids) : [],
    query.include_comments === true ? commentsOf(db, ids) : new Map<string, string>(),
  ]);
  const bySheet = Map.groupBy(await asRead(db, reader, entries), ({ time_sheet_id }) => time_sheet_id);
  return page.flatMap((row) => {
    const sheet = toRow(row, query, comments.get(row.id) ?? '');
    if (query.include_time_entries !== true) return [sheet];
    // A sheet without entries is a row all the same: it counts.
    return (bySheet.get(row.id) ?? [undefined]).map((entry) => ({ ...sheet, ...entryColumns(entry) }));
  });
}

function toRow(row: GroupedRow, query: TimeSheetExportQuery, comments: string): TimeSheetExportRow {
  return {
    ...(query.group_by !== 'none' && { group: row.export_group }),
    user: row.user_name,
    period_start: row.period_start,
    period_end: row.period_end,
    approval_status: row.approval_status,
    total_hours: hoursOf(row.total_minutes),
    billable_hours: hoursOf(row.billable_minutes),
    entry_count: row.entry_count,
    submitted_at: row.submitted_at,
    approved_at: row.approved_at,
    approver: row.approver_name,
    notes: row.notes,
    ...(query.include_comments === true && { comments }),
  };
}

function entryColumns(entry: TimeEntryRow | undefined) {
  return {
    entry_date: entry?.work_date ?? null,
    entry_work_item: entry?.names.work_item_title ?? null,
    entry_service: entry?.names.service_name ?? null,
    entry_hours: entry === undefined ? null : hoursOf(entry.duration_minutes),
    entry_billable: entry?.is_billable ?? null,
    entry_notes: entry?.notes ?? null,
  };
}

async function commentsOf(db: Db, sheetIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('time_sheet_comments')
    .select(['time_sheet_id', sql<string>`string_agg(comment_text, e'\n' order by created_at, comment_id)`.as('text')])
    .where('time_sheet_id', 'in', [...sheetIds])
    .groupBy('time_sheet_id')
    .execute();
  return new Map(rows.map(({ time_sheet_id, text }) => [time_sheet_id, text]));
}
