import { notFound } from '@psa/contract-kit';
import { MAX_SHOWN, type TimeEntry, type TimeSheetDetails } from '@psa/contracts-time';
import { userReplica } from '../../replicas/replicas.ts';
import type { Db } from '../../time-app.ts';
import { hoursOf } from '../minutes.rules.ts';
import { findEntriesOfSheet, summaryOfSheet } from '../time-entry/sheet-entries.records.ts';
import { asRead } from '../time-entry/time-entry-names.records.ts';
import { toTimeEntry } from '../time-entry/time-entry.view.ts';
import { holidaysIn } from '../schedule/holiday/holiday.records.ts';
import type { WorkReader } from '../work-item/hidden-work.access.ts';
import { targetMinutes } from '../working-hours/target.rules.ts';
import { workingHoursOf } from '../working-hours/working-hours.records.ts';
import { latestComments } from '../time-sheet/time-sheet-comment.records.ts';
import { findTimeSheet, type TimeSheetRow } from '../time-sheet/time-sheet.records.ts';
import { toTimeSheet } from '../time-sheet/time-sheet.view.ts';

/** A sheet with what is on it and what was said about it, as far as a reader is shown that. @param today date in UTC */
export async function withDetails(
  db: Db,
  row: TimeSheetRow,
  reader: WorkReader,
  today = new Date().toISOString().slice(0, 10),
): Promise<TimeSheetDetails> {
  const [user, time_entries, comments, { worked, by_type, by_day }, targets, isHoliday] = await Promise.all([
    userReplica.find(db, row.user_id),
    entriesOf(db, row.id, reader),
    latestComments(db, row.id, MAX_SHOWN),
    summaryOfSheet(db, row.id),
    workingHoursOf(db, row.user_id),
    holidaysIn(db),
  ]);
  const target = targetMinutes(targets, { start: row.period_start, end: row.period_end }, isHoliday);
  return {
    ...toTimeSheet(row),
    user: { user_id: row.user_id, name: user?.full_name ?? null, email: user?.email ?? null },
    approved_by_user: row.approved_by === null ? null : { user_id: row.approved_by, name: row.approver_name },
    time_period: {
      period_id: row.period_id,
      start_date: row.period_start,
      end_date: row.period_end,
      is_current: row.period_start <= today && today < row.period_end,
    },
    time_entries,
    comments,
    summary: {
      total_hours: hoursOf(row.total_minutes),
      billable_hours: hoursOf(row.billable_minutes),
      non_billable_hours: hoursOf(worked.non_billable),
      entries_by_type: by_type,
      entries_by_day: Object.fromEntries(Object.entries(by_day).map(([date, minutes]) => [date, hoursOf(minutes)])),
      target_hours: target === null ? null : hoursOf(target),
      approval_ready: row.approval_status === 'SUBMITTED',
    },
  };
}

/** The details of a sheet by its id. @throws NOT_FOUND */
export async function detailsOf(db: Db, id: string, reader: WorkReader): Promise<TimeSheetDetails> {
  const row = await findTimeSheet(db, id);
  if (row === undefined) throw notFound('Time sheet');
  return withDetails(db, row, reader);
}

/** The entries on a sheet in the order of the work, as many as are shown. */
export async function entriesOf(db: Db, sheetId: string, reader: WorkReader): Promise<TimeEntry[]> {
  return (await asRead(db, reader, await findEntriesOfSheet(db, sheetId, MAX_SHOWN))).map((row) => toTimeEntry(row));
}
