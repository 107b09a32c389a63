import type { ScheduleEntry, ScheduleEntryFacts } from '@psa/contracts-time';
import type { Principal } from '@psa/http-kit';
import type { Occurrence } from './recurrence.rules.ts';
import { isInvolved } from './schedule.access.ts';
import type { ScheduleRow } from './schedule.records.ts';

/**
 * An entry, or an occurrence of it, as the API shows it to a caller: of a private entry of others, and of theirs for a ticket that is
 * hidden from the caller, only that the time is taken.
 * @param now as milliseconds of the epoch
 */
export function toScheduleEntry(
  row: ScheduleRow,
  caller: Pick<Principal, 'userId'> & { readonly permissions: Principal['permissions'] },
  { occurrence, isHidden = false, now = Date.now() }: { occurrence?: Occurrence | undefined; isHidden?: boolean; now?: number } = {},
): ScheduleEntry {
  const { assignees, work_item_title, version: _version, recurs_until: _until, ...entry } = row;
  const scheduled_start = occurrence?.start ?? row.scheduled_start;
  const scheduled_end = occurrence?.end ?? row.scheduled_end;
  const [start, end] = [Date.parse(scheduled_start), Date.parse(scheduled_end)];
  const shown: ScheduleEntry = {
    ...entry,
    occurrence_date: occurrence !== undefined && row.recurrence_pattern !== null ? occurrence.date : null,
    scheduled_start,
    scheduled_end,
    work_item:
      row.work_item_id === null || row.work_item_type === null
        ? null
        : { id: row.work_item_id, title: isHidden ? null : work_item_title, type: row.work_item_type },
    is_recurring: row.recurrence_pattern !== null,
    assigned_users: assignees,
    duration_hours: Math.round((end - start) / 36_000) / 100,
    is_current: start <= now && now < end,
  };
  if (!(row.is_private || isHidden) || isInvolved(row, caller)) return shown;
  return { ...shown, title: 'Busy', notes: null, work_item_id: null, work_item_type: null, work_item: null };
}

/** What others are told of an entry; of a private one not what it is. */
export function scheduleFacts(row: ScheduleRow): ScheduleEntryFacts {
  return {
    entry_id: row.entry_id,
    title: row.is_private ? null : row.title,
    scheduled_start: row.scheduled_start,
    scheduled_end: row.scheduled_end,
    timezone: row.timezone,
    work_item_type: row.is_private ? null : row.work_item_type,
    work_item_id: row.is_private ? null : row.work_item_id,
    is_private: row.is_private,
    is_recurring: row.recurrence_pattern !== null,
    status: row.status,
    original_entry_id: row.original_entry_id,
    assigned_user_ids: row.assignees.map(({ user_id }) => user_id),
    created_by: row.created_by,
  };
}
