import type { TimeSheetListQuery, TimeSheetSearchQuery } from '@psa/contracts-time';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../time-app.ts';
import type { WhoseTime } from '../access/whose-time.access.ts';
import { type TimeSheetRow, timeSheetRows } from './time-sheet.records.ts';

const order: ListOrder = {
  columns: {
    period_start: 'time_periods.start_date',
    submitted_at: 'time_sheets.submitted_at',
    approved_at: 'time_sheets.approved_at',
    created_at: 'time_sheets.created_at',
    updated_at: 'time_sheets.updated_at',
  },
  nullable: new Set(['submitted_at', 'approved_at']),
  id: { ref: 'time_sheets.id', name: 'id' },
};

/** What sheets are filtered by. */
export type TimeSheetFilters = Partial<
  Omit<TimeSheetListQuery, 'page' | 'limit' | 'sort' | 'order' | 'cursor' | 'include_total' | 'fields'>
>;

const COMPARED = {
  user_id: ['time_sheets.user_id', '='],
  period_id: ['time_sheets.period_id', '='],
  approval_status: ['time_sheets.approval_status', '='],
  submitted_from: ['time_sheets.submitted_at', '>='],
  submitted_to: ['time_sheets.submitted_at', '<='],
  approved_from: ['time_sheets.approved_at', '>='],
  approved_to: ['time_sheets.approved_at', '<='],
  approved_by: ['time_sheets.approved_by', '='],
  period_start_from: ['time_periods.start_date', '>='],
  period_start_to: ['time_periods.start_date', '<='],
  period_end_from: ['time_periods.end_date', '>='],
  period_end_to: ['time_periods.end_date', '<='],
  created_from: ['time_sheets.created_at', '>='],
  created_to: ['time_sheets.created_at', '<='],
  updated_from: ['time_sheets.updated_at', '>='],
  updated_to: ['time_sheets.updated_at', '<='],
} as const satisfies Partial<Record<keyof TimeSheetFilters, readonly [string, '=' | '>=' | '<=']>>;

type Rows = ReturnType<typeof timeSheetRows>;

/** The rows a caller may see that pass every filter. */
export function matchingSheets(rows: Rows, filters: TimeSheetFilters, whose: WhoseTime): Rows {
  let matching = rows;
  for (const [name, [column, operator]] of Object.entries(COMPARED)) {
    const value = filters[name as keyof typeof COMPARED];
    if (value !== undefined) matching = matching.where(column, operator, value as never);
  }
  if (filters.has_entries !== undefined)
    matching = matching.where((eb) => {
      const entries = eb
        .selectFrom('time_entries')
        .select('entry_id')
        .whereRef('time_entries.tenant', '=', 'time_sheets.tenant')
        .whereRef('time_entries.time_sheet_id', '=', 'time_sheets.id');
      return filters.has_entries ? eb.exists(entries) : eb.not(eb.exists(entries));
    });
  if (filters.search !== undefined) matching = matching.where(occursIn(filters.search, Object.values(FIELDS)));
  if (whose !== 'everybody') matching = matching.where('time_sheets.user_id', 'in', [...whose]);
  return matching;
}

/** One page of the sheets a caller may see that pass every filter. */
export function listTimeSheets(db: Db, query: TimeSheetListQuery, whose: WhoseTime): Promise<Page<TimeSheetRow>> {
  const matching = matchingSheets(timeSheetRows(db), query, whose);
  return readPage<TimeSheetRow>(matching, order, query);
}

const FIELDS: Readonly<Record<string, RawBuilder<unknown>>> = {
  user_name: sql.ref('user_replicas.full_name'),
  notes: sql.ref('time_sheets.notes'),
  approval_notes: sql.ref('time_sheets.approval_notes'),
};

/** One page of the sheets a caller may see in which a text occurs. */
export function searchTimeSheets(db: Db, query: TimeSheetSearchQuery, whose: WhoseTime): Promise<Page<TimeSheetRow>> {
  const { fields = Object.keys(FIELDS), approval_statuses, user_ids, period_ids, date_from, date_to } = query;
  const { created_from, created_to, updated_from, updated_to } = query;
  let matching = matchingSheets(timeSheetRows(db), { created_from, created_to, updated_from, updated_to }, whose);
  matching = matching.where(
    occursIn(
      query.query,
      fields.map((field) => FIELDS[field]!),
    ),
  );
  if (approval_statuses !== undefined) matching = matching.where('time_sheets.approval_status', 'in', approval_statuses);
  if (user_ids !== undefined) matching = matching.where('time_sheets.user_id', 'in', user_ids);
  if (period_ids !== undefined) matching = matching.where('time_sheets.period_id', 'in', period_ids);
  if (date_from !== undefined) matching = matching.where('time_periods.end_date', '>', date_from);
  if (date_to !== undefined) matching = matching.where('time_periods.start_date', '<=', date_to);
  return readPage<TimeSheetRow>(matching, order, query);
}

function occursIn(text: string, columns: readonly RawBuilder<unknown>[]): RawBuilder<SqlBool> {
  const pattern = containsPattern(text);
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`coalesce(${column} ilike ${pattern}, false)`),
    sql` or `,
  )})`;
}
