import { MAX_ENTRY_IDS, type TimeSheet, type TimeSheetFacts } from '@psa/contracts-time';
import { hoursOf } from '../minutes.rules.ts';
import type { TimeSheetRecord, TimeSheetRow } from './time-sheet.records.ts';

/** A sheet as the API shows it. */
export function toTimeSheet(row: TimeSheetRow): TimeSheet {
  const { version: _version, reminded_at: _reminded, total_minutes, billable_minutes, ...shown } = row;
  return { ...shown, total_hours: hoursOf(total_minutes), billable_hours: hoursOf(billable_minutes) };
}

/** What others are told of a sheet. @param entries all on it, in the order of the work */
export function sheetFacts(
  { id, user_id, period_id, approval_status }: TimeSheetRecord,
  { start_date, end_date }: { readonly start_date: string; readonly end_date: string },
  entries: readonly { readonly entry_id: string; readonly duration_minutes: number; readonly billable_duration: number }[],
): TimeSheetFacts {
  return {
    id,
    user_id,
    period_id,
    period_start: start_date,
    period_end: end_date,
    approval_status,
    entry_count: entries.length,
    entry_ids: entries.slice(0, MAX_ENTRY_IDS).map(({ entry_id }) => entry_id),
    total_minutes: entries.reduce((sum, { duration_minutes }) => sum + duration_minutes, 0),
    billable_minutes: entries.reduce((sum, { billable_duration }) => sum + billable_duration, 0),
  };
}
