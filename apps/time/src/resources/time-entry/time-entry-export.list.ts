import type { TimeEntryExportQuery, TimeEntryExportRow } from '@psa/contracts-time';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../time-app.ts';
import type { WhoseTime } from '../access/whose-time.access.ts';
import { hoursOf } from '../minutes.rules.ts';
import { matchingEntries } from './time-entry.list.ts';
import { hidesNothing, type WorkReader } from '../work-item/hidden-work.access.ts';
import { asRead, withNames, type UnnamedEntry, type TimeEntryRow } from './time-entry-names.records.ts';
import { entryAboutHidden, timeEntryRows, serviceName, userName, workItemTitle } from './time-entry.records.ts';

const PAGE = 1000;

const GROUPS: Readonly<Record<Exclude<TimeEntryExportQuery['group_by'], 'work_item'>, RawBuilder<string>>> = {
  none: sql<string>`''::text`,
  user: sql<string>`coalesce(${userName}, time_entries.user_id::text)`,
  service: sql<string>`coalesce(${serviceName}, time_entries.service_id::text)`,
  date: sql<string>`time_entries.work_date::text`,
};

/** Work on one item, by its title as far as a reader is shown that. */
function workItemGroup(reader: WorkReader): RawBuilder<string> {
  const title = hidesNothing(reader) ? workItemTitle : sql`case when ${entryAboutHidden(reader)} then null else ${workItemTitle} end`;
  return sql<string>`coalesce(${title}, time_entries.work_item_id::text, time_entries.work_item_type)`;
}

type Grouped = { readonly export_group: string };
type GroupedRow = TimeEntryRow & Grouped;

/** Columns of an export in their order. */
export function exportColumns({
  group_by,
  include_billing_info,
  include_work_item_details,
}: TimeEntryExportQuery): (keyof TimeEntryExportRow)[] {
  return [
    ...(group_by === 'none' ? [] : (['group'] as const)),
    ...([
      'date',
      'user',
      'work_item',
      'service',
      'start_time',
      'end_time',
      'duration_hours',
      'billable',
      'notes',
      'approval_status',
      'work_timezone',
    ] as const),
    ...(include_billing_info === true ? (['billable_hours', 'contract_line_id', 'invoice_id'] as const) : []),
    ...(include_work_item_details === true ? (['client', 'work_item_type', 'work_item_id', 'project_id'] as const) : []),
  ];
}

/** What spreadsheets show above the columns. */
export const exportHeadings: Readonly<Record<keyof TimeEntryExportRow, string>> = {
  group: 'Group',
  date: 'Date',
  user: 'User',
  work_item: 'Work Item',
  service: 'Service',
  start_time: 'Start Time',
  end_time: 'End Time',
  duration_hours: 'Duration (Hours)',
  billable: 'Billable',
  notes: 'Notes',
  approval_status: 'Approval Status',
  work_timezone: 'Time Zone',
  billable_hours: 'Billable Hours',
  contract_line_id: 'Contract Line',
  invoice_id: 'Invoice',
  client: 'Client',
  work_item_type: 'Work Item Type',
  work_item_id: 'Work Item Id',
  project_id: 'Project',
};

/** All entries an export selects, group by group and in the order of the work, in keyset pages: neither side holds more than one. */
export async function* exportTimeEntries(
  db: Db,
  query: TimeEntryExportQuery,
  whose: WhoseTime,
  reader: WorkReader,
): AsyncGenerator<TimeEntryExportRow[]> {
  const group = query.group_by === 'work_item' ? workItemGroup(reader) : GROUPS[query.group_by];
  let after: (UnnamedEntry & Grouped) | undefined;
  for (;;) {
    let rows = matchingEntries(timeEntryRows(db), query, whose)
      .select(group.as('export_group'))
      .orderBy(group)
      .orderBy('time_entries.start_time')
      .orderBy('time_entries.entry_id')
      .limit(PAGE);
    if (after !== undefined)
      rows = rows.where(
        sql<SqlBool>`(${group}, time_entries.start_time, time_entries.entry_id) > (${after.export_group}, ${after.start_time}, ${after.entry_id}::uuid)`,
      );
    const page: (UnnamedEntry & Grouped)[] = await rows.execute();
    if (page.length > 0) yield (await asRead(db, reader, await withNames(db, page))).map((row) => toExportRow(row, query));
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
}

function toExportRow(row: GroupedRow, query: TimeEntryExportQuery): TimeEntryExportRow {
  return {
    ...(query.group_by !== 'none' && { group: row.export_group }),
    date: row.work_date,
    user: row.names.user_name,
    work_item: row.names.work_item_title,
    service: row.names.service_name,
    start_time: row.start_time,
    end_time: row.end_time,
    duration_hours: hoursOf(row.duration_minutes),
    billable: row.is_billable,
    notes: row.notes,
    approval_status: row.approval_status,
    work_timezone: row.work_timezone,
    ...(query.include_billing_info === true && {
      billable_hours: hoursOf(row.billable_duration),
      contract_line_id: row.contract_line_id,
      invoice_id: row.invoice_id,
    }),
    ...(query.include_work_item_details === true && {
      client: row.names.client_name,
      work_item_type: row.work_item_type,
      work_item_id: row.work_item_id,
      project_id: row.project_id,
    }),
  };
}
