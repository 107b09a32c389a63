import type { TimeEntry, TimeEntryFacts } from '@psa/contracts-time';
import { hoursOf } from '../minutes.rules.ts';
import type { TimeEntryRecord, TimeEntryRow } from './time-entry.records.ts';

/** An entry as the API shows it. */
export function toTimeEntry({ rounding_minutes: _unit, rounding_mode: _mode, version: _version, ...row }: TimeEntryRow): TimeEntry {
  return { ...row, duration_hours: hoursOf(row.duration_minutes), invoiced: row.invoice_id !== null };
}

/** What others are told of an entry. */
export function timeEntryFacts(row: TimeEntryRecord): TimeEntryFacts {
  return {
    entry_id: row.entry_id,
    user_id: row.user_id,
    work_item_type: row.work_item_type,
    work_item_id: row.work_item_id,
    client_id: row.client_id,
    project_id: row.project_id,
    service_id: row.service_id,
    work_date: row.work_date,
    start_time: row.start_time,
    end_time: row.end_time,
    duration_minutes: row.duration_minutes,
    billable_duration: row.billable_duration,
    is_billable: row.is_billable,
    contract_line_id: row.contract_line_id,
    tax_region: row.tax_region,
    time_sheet_id: row.time_sheet_id,
    approval_status: row.approval_status,
    invoice_id: row.invoice_id,
  };
}
