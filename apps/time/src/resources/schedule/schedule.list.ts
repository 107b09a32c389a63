import { invalidField } from '@psa/contract-kit';
import { MAX_WINDOW_DAYS, type ScheduleListQuery } from '@psa/contracts-time';
import type { Principal } from '@psa/http-kit';
import { type ListOrder, type Page, pageOf, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../time-app.ts';
import { holidaysIn } from './holiday/holiday.records.ts';
import { type Occurrence, occurrencesIn } from './recurrence.rules.ts';
import { type ScheduleRow, scheduleRows } from './schedule.records.ts';

const DAY_MS = 86_400_000;
/** Entries that a stretch of time may touch; with their occurrences they are held at once. */
const MAX_ENTRIES = 2000;
/** Occurrences that are held at once. */
const MAX_SHOWN = 20_000;

const order: ListOrder = {
  columns: {
    scheduled_start: 'schedule_entries.scheduled_start',
    scheduled_end: 'schedule_entries.scheduled_end',
    created_at: 'schedule_entries.created_at',
    updated_at: 'schedule_entries.updated_at',
  },
  id: { ref: 'schedule_entries.entry_id', name: 'entry_id' },
};

/** A stretch of time, half-open, as ISO instants. */
export interface Window {
  readonly start: string;
  readonly end: string;
}

/** @throws VALIDATION_ERROR naming end_date when a stretch of time is empty or too long */
export function windowOf({ start_date, end_date }: { start_date: string; end_date: string }): Window {
  const length = Date.parse(end_date) - Date.parse(start_date);
  if (length <= 0) throw invalidField('end_date', 'must be later than start_date');
  if (length > MAX_WINDOW_DAYS * DAY_MS) throw invalidField('end_date', `must be at most ${MAX_WINDOW_DAYS} days after start_date`);
  return { start: start_date, end: end_date };
}

type Rows = ReturnType<typeof scheduleRows>;

function matching(db: Db, query: Partial<ScheduleListQuery>, userIds: readonly string[] | undefined): Rows {
  let rows = scheduleRows(db);
  const { work_item_id, created_from, created_to, updated_from, updated_to, start_date, end_date } = query;
  if (userIds !== undefined)
    rows = rows.where((eb) =>
      eb.exists(
        eb
          .selectFrom('schedule_assignees')
          .select('schedule_assignees.user_id')
          .whereRef('schedule_assignees.tenant', '=', 'schedule_entries.tenant')
          .whereRef('schedule_assignees.entry_id', '=', 'schedule_entries.entry_id')
          .where('schedule_assignees.user_id', 'in', [...userIds]),
      ),
    );
  if (work_item_id !== undefined) rows = rows.where('schedule_entries.work_item_id', '=', work_item_id);
  if (created_from !== undefined) rows = rows.where('schedule_entries.created_at', '>=', created_from);
  if (created_to !== undefined) rows = rows.where('schedule_entries.created_at', '<=', created_to);
  if (updated_from !== undefined) rows = rows.where('schedule_entries.updated_at', '>=', updated_from);
  if (updated_to !== undefined) rows = rows.where('schedule_entries.updated_at', '<=', updated_to);
  if (end_date !== undefined) rows = rows.where('schedule_entries.scheduled_start', '<', end_date);
  if (start_date !== undefined)
    rows = rows.where((eb) =>
      eb.or([
        eb('schedule_entries.scheduled_end', '>', start_date),
        eb.and([
          eb('schedule_entries.recurrence_pattern', 'is not', null),
          eb.or([eb('schedule_entries.recurs_until', 'is', null), eb('schedule_entries.recurs_until', '>', start_date)]),
        ]),
      ]),
    );
  return rows;
}

/** Everything that goes on in a stretch of time, recurring entries with each occurrence. @throws VALIDATION_ERROR when it is too much at once */
export async function occurringIn(
  db: Db,
  window: Window,
  query: Partial<ScheduleListQuery> = {},
  userIds?: readonly string[],
): Promise<{ row: ScheduleRow; occurrence: Occurrence }[]> {
  const [rows, isHoliday] = await Promise.all([
    matching(db, { ...query, start_date: window.start, end_date: window.end }, userIds)
      .limit(MAX_ENTRIES + 1)
      .execute(),
    holidaysIn(db),
  ]);
  const found: { row: ScheduleRow; occurrence: Occurrence }[] = [];
  for (const row of rows) {
    for (const occurrence of occurrencesIn(row, window, isHoliday)) found.push({ row, occurrence });
    if (found.length > MAX_SHOWN) break;
  }
  if (rows.length > MAX_ENTRIES || found.length > MAX_SHOWN)
    throw invalidField('end_date', 'gives too much at once: ask for a shorter stretch of time, or for one user');
  return found;
}

/** One page of a stretch of time with its occurrences, or of the entries as they are where none is given. */
export async function listSchedules(
  db: Db,
  query: ScheduleListQuery,
  caller: Pick<Principal, 'userId' | 'permissions'>,
): Promise<Page<{ row: ScheduleRow; occurrence?: Occurrence }>> {
  const seesOthers = caller.permissions.has('technician_dispatch:read');
  const whose = seesOthers ? query.user_id : caller.userId;
  const userIds = whose === undefined ? undefined : [whose];
  const { start_date, end_date } = query;
  if (start_date !== undefined && end_date !== undefined) {
    const found = await occurringIn(db, windowOf({ start_date, end_date }), query, userIds);
    return pageOf(
      found,
      {
        valueOf: ({ row, occurrence }, column) =>
          column === 'scheduled_end'
            ? occurrence.end
            : column === 'scheduled_start'
              ? occurrence.start
              : (row[column as 'created_at'] ?? null),
        idOf: ({ row, occurrence }) => idOfOccurrence(row.entry_id, occurrence.date),
      },
      query,
    );
  }
  const rows = matching(db, query, userIds);
  const { rows: found, pagination } = await readPage<ScheduleRow>(rows, order, query, async () => {
    const { count } = await rows
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  });
  return { rows: found.map((row) => ({ row })), pagination };
}

/** A cursor holds an id: the entry's, with the day of the occurrence in place of its last digits. */
function idOfOccurrence(entryId: string, date: string): string {
  return `${entryId.slice(0, 24)}${entryId.slice(24, 28)}${date.replaceAll('-', '')}`;
}
