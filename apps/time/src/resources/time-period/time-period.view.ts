import { daysBetween, parseLocalDate } from '@psa/calendar';
import type { TimePeriod } from '@psa/contracts-time';
import type { TimePeriodRecord } from './time-period.records.ts';

/** A row as the API shows it. @param today date in UTC, by which it is current or not */
export function toTimePeriod(row: TimePeriodRecord, today = new Date().toISOString().slice(0, 10)): TimePeriod {
  const { period_id, start_date, end_date, closed_at, closed_by, created_at, updated_at, tenant } = row;
  const start = parseLocalDate(start_date);
  return {
    period_id,
    start_date,
    end_date,
    is_current: start_date <= today && today < end_date,
    duration_days: daysBetween(start_date, end_date),
    week_number: start.weekOfYear ?? 1,
    month_name: start.toLocaleString('en', { month: 'long' }),
    year: start.year,
    closed_at,
    closed_by,
    created_at,
    updated_at,
    tenant,
  };
}
