import type { TimeEntry, TimeEntryFacts } from '@psa/contracts-time';
import { hoursOf } from '../minutes.rules.ts';
import type { TimeEntryRow } from './time-entry-names.records.ts';
import type { TimeEntryRecord } from './time-entry.records.ts';

/** An entry as the API shows it. Each member is named: leaving some out of a copy costs a list a quarter of its time. */
export function toTimeEntry(row: TimeEntryRow): TimeEntry {
  return {
    entry_id: row.entry_id,
    user_id: row.user_id,
    user_name: row.names.user_name,
    work_item_type: row.work_item_type,
    work_item_id: row.work_item_id,
    work_item_title: row.names.work_item_title,
    client_id: row.client_id,
    client_name: row.names.client_name,
    project_id: row.project_id,
    start_time: row.start_time,
    end_time: row.end_time,
    work_date: row.work_date,
    work_timezone: row.work_timezone,
    duration_minutes: row.duration_minutes,
    duration_hours: hoursOf(row.duration_minutes),
    billable_duration: row.billable_duration,
    is_billable: row.is_billable,
    notes: row.notes,
    service_id: row.service_id,
    service_name: row.names.service_name,
    rate: row.rate,
    tax_region: row.tax_region,
    contract_line_id: row.contract_line_id,
    time_sheet_id: row.time_sheet_id,
    approval_status: row.approval_status,
    invoiced: row.invoice_id !== null,
    invoice_id: row.invoice_id,
    is_overlong: row.is_overlong,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    tenant: row.tenant,
  };
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
    rate: row.rate,
    tax_region: row.tax_region,
    time_sheet_id: row.time_sheet_id,
    approval_status: row.approval_status,
    invoice_id: row.invoice_id,
  };
}
