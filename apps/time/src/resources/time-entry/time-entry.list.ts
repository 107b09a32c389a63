import type { TimeEntryListQuery, TimeEntrySearchQuery, TimeEntryStatsQuery } from '@psa/contracts-time';
import { containsPattern, KeptPages, type ListOrder, type Page, readPage, readRowCount, WHOLE_LIST } from '@psa/postgres-kit';
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely';
import type { Tables } from '../../tables.ts';
import type { Db } from '../../time-app.ts';
import type { WhoseTime } from '../access/whose-time.access.ts';
import { hidesNothing, type WorkReader } from '../work-item/hidden-work.access.ts';
import { asRead, withNames, type UnnamedEntry, type TimeEntryRow } from './time-entry-names.records.ts';
import { entryAboutHidden, timeEntryRows, serviceName, userName, workItemTitle } from './time-entry.records.ts';

const order: ListOrder = {
  columns: {
    start_time: 'time_entries.start_time',
    end_time: 'time_entries.end_time',
    work_date: 'time_entries.work_date',
    duration_minutes: 'time_entries.duration_minutes',
    created_at: 'time_entries.created_at',
    updated_at: 'time_entries.updated_at',
  },
  id: { ref: 'time_entries.entry_id', name: 'entry_id' },
};

/** What entries are filtered by. */
export type TimeEntryFilters = Partial<TimeEntryStatsQuery>;

const COMPARED = {
  user_id: ['time_entries.user_id', '='],
  work_item_id: ['time_entries.work_item_id', '='],
  work_item_type: ['time_entries.work_item_type', '='],
  service_id: ['time_entries.service_id', '='],
  approval_status: ['time_entries.approval_status', '='],
  is_billable: ['time_entries.is_billable', '='],
  start_time_from: ['time_entries.start_time', '>='],
  start_time_to: ['time_entries.start_time', '<='],
  end_time_from: ['time_entries.end_time', '>='],
  end_time_to: ['time_entries.end_time', '<='],
  date_from: ['time_entries.work_date', '>='],
  date_to: ['time_entries.work_date', '<='],
  time_sheet_id: ['time_entries.time_sheet_id', '='],
  contract_line_id: ['time_entries.contract_line_id', '='],
  client_id: ['time_entries.client_id', '='],
  project_id: ['time_entries.project_id', '='],
  duration_min: ['time_entries.duration_minutes', '>='],
  duration_max: ['time_entries.duration_minutes', '<='],
} as const satisfies Partial<Record<keyof TimeEntryFilters, readonly [string, '=' | '>=' | '<=']>>;

/** Entries, whatever else is selected beside them. */
type Rows<Row> = SelectQueryBuilder<Tables & { time_entries: Tables['time_entries'] }, 'time_entries', Row>;

/** The rows a caller may see that pass every filter; the same object when all do. */
export function matchingEntries<Row>(rows: Rows<Row>, filters: TimeEntryFilters, whose: WhoseTime): Rows<Row> {
  let matching = rows;
  for (const [name, [column, operator]] of Object.entries(COMPARED)) {
    const value = filters[name as keyof typeof COMPARED];
    if (value !== undefined) matching = matching.where(column, operator, value as never);
  }
  if (filters.invoiced !== undefined) matching = matching.where('time_entries.invoice_id', filters.invoiced ? 'is not' : 'is', null);
  if (whose !== 'everybody') matching = matching.where('time_entries.user_id', 'in', [...whose]);
  return matching;
}

const unfiltered = new KeptPages<Tables, object, UnnamedEntry>({ order, rows: timeEntryRows });

/** One page of the entries a caller may see that pass every filter. */
export async function listTimeEntries(
  db: Db,
  query: TimeEntryListQuery,
  whose: WhoseTime,
  reader: WorkReader,
): Promise<Page<TimeEntryRow>> {
  const all = timeEntryRows(db);
  let matching = matchingEntries(all, query, whose);
  const { entry_ids, search, created_from, created_to, updated_from, updated_to } = query;
  if (entry_ids !== undefined) matching = matching.where('time_entries.entry_id', 'in', entry_ids);
  if (search !== undefined) matching = matching.where(occursIn(search, [FIELDS['notes']!, workItemTitle], reader));
  if (created_from !== undefined) matching = matching.where('time_entries.created_at', '>=', created_from);
  if (created_to !== undefined) matching = matching.where('time_entries.created_at', '<=', created_to);
  if (updated_from !== undefined) matching = matching.where('time_entries.updated_at', '>=', updated_from);
  if (updated_to !== undefined) matching = matching.where('time_entries.updated_at', '<=', updated_to);
  const { rows, pagination } =
    matching === all
      ? await unfiltered.read(db, WHOLE_LIST, query, () => readRowCount(db, 'time_entries'))
      : await readPage<UnnamedEntry>(matching, order, query);
  return { rows: await asRead(db, reader, await withNames(db, rows)), pagination };
}

const FIELDS: Readonly<Record<string, RawBuilder<unknown>>> = {
  notes: sql.ref('time_entries.notes'),
  work_item_title: workItemTitle,
  user_name: userName,
  service_name: serviceName,
};

/** One page of the entries a caller may see in which a text occurs. */
export async function searchTimeEntries(
  db: Db,
  query: TimeEntrySearchQuery,
  whose: WhoseTime,
  reader: WorkReader,
): Promise<Page<TimeEntryRow>> {
  const {
    fields = Object.keys(FIELDS),
    work_item_types,
    approval_statuses,
    user_ids,
    service_ids,
    date_from,
    date_to,
    billable_only,
  } = query;
  let matching = matchingEntries(timeEntryRows(db), { date_from, date_to, ...(billable_only === true && { is_billable: true }) }, whose);
  matching = matching.where(
    occursIn(
      query.query,
      fields.map((field) => FIELDS[field]!),
      reader,
    ),
  );
  if (work_item_types !== undefined) matching = matching.where('time_entries.work_item_type', 'in', work_item_types);
  if (approval_statuses !== undefined) matching = matching.where('time_entries.approval_status', 'in', approval_statuses);
  if (user_ids !== undefined) matching = matching.where('time_entries.user_id', 'in', user_ids);
  if (service_ids !== undefined) matching = matching.where('time_entries.service_id', 'in', service_ids);
  const { created_from, created_to, updated_from, updated_to } = query;
  if (created_from !== undefined) matching = matching.where('time_entries.created_at', '>=', created_from);
  if (created_to !== undefined) matching = matching.where('time_entries.created_at', '<=', created_to);
  if (updated_from !== undefined) matching = matching.where('time_entries.updated_at', '>=', updated_from);
  if (updated_to !== undefined) matching = matching.where('time_entries.updated_at', '<=', updated_to);
  const { rows, pagination } = await readPage<UnnamedEntry>(matching, order, query);
  return { rows: await asRead(db, reader, await withNames(db, rows)), pagination };
}

/** That a text occurs in one of some columns, as far as a reader is shown them. */
function occursIn(text: string, columns: readonly RawBuilder<unknown>[], reader: WorkReader): RawBuilder<SqlBool> {
  const pattern = containsPattern(text);
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`coalesce(${column} ilike ${pattern}, false)${shownTo(reader, column)}`),
    sql` or `,
  )})`;
}

function shownTo(reader: WorkReader, column: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const isTitle = column === workItemTitle;
  if (hidesNothing(reader) || !(isTitle || (column === FIELDS['notes'] && !reader.readsNotes))) return sql``;
  if (isTitle) return sql` and not ${entryAboutHidden(reader)}`;
  return sql` and (time_entries.user_id = ${reader.userId}::uuid or not ${entryAboutHidden(reader)})`;
}
