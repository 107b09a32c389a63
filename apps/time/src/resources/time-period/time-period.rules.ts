import { addDays, addMonths, type Period } from '@psa/calendar';
import { invalidField } from '@psa/contract-kit';
import type { GenerateTimePeriods, PeriodFrequency } from '@psa/contracts-time';
import { type PeriodRule, periodsOf } from './time-period-settings/settings-periods.rules.ts';

/** Max periods one request may generate; more would hold the tenant's lock too long. */
export const MAX_GENERATED_PERIODS = 500;

const DAYS: Partial<Record<PeriodFrequency, number>> = { daily: 1, weekly: 7, custom: 1 };
const MONTHS: Partial<Record<PeriodFrequency, number>> = { monthly: 1, quarterly: 3, yearly: 12 };

/** @throws VALIDATION_ERROR */
export function assertDatesInOrder(start: string, end: string): void {
  if (start >= end) throw invalidField('end_date', 'must be later than start_date, because it is the day after the last one');
}

/**
 * Consecutive whole periods from the start on. Each boundary is counted from the first, so that a short month does not move those after it:
 * 31 January, 28 February, 31 March.
 * @throws VALIDATION_ERROR when the dates are out of order, `custom` has no length, or there are too many
 */
export function periodsToGenerate({ start_date, end_date, frequency, frequency_unit }: GenerateTimePeriods): Period[] {
  assertDatesInOrder(start_date, end_date);
  if (frequency === undefined) throw invalidField('frequency', 'is required', 'required');
  if (frequency === 'custom' && frequency_unit === undefined) {
    throw invalidField('frequency_unit', 'is required for custom periods: the number of days');
  }
  const unit = frequency_unit ?? 1;
  const [days, months] = [(DAYS[frequency] ?? 0) * unit, (MONTHS[frequency] ?? 0) * unit];
  const boundary = (index: number) => (months > 0 ? addMonths(start_date, months * index) : addDays(start_date, days * index));

  const periods: Period[] = [];
  for (let start = start_date, end = boundary(1); end <= end_date; start = end, end = boundary(periods.length + 1)) {
    if (periods.length === MAX_GENERATED_PERIODS) throw invalidField('end_date', `gives more than ${MAX_GENERATED_PERIODS} periods`);
    periods.push({ start, end });
  }
  return periods;
}

/**
 * What the settings of a tenant give within a stretch of time, in order.
 * @throws VALIDATION_ERROR when the dates are out of order, nothing is set, or there are too many
 */
export function periodsBySettings(rules: readonly PeriodRule[], { start_date, end_date }: GenerateTimePeriods): Period[] {
  assertDatesInOrder(start_date, end_date);
  if (rules.length === 0) throw invalidField('frequency', 'is required as long as there are no active settings', 'required');
  const periods: Period[] = [];
  for (const rule of rules) {
    for (const period of periodsOf(rule)) {
      if (period.end > end_date) break;
      if (period.start < start_date) continue;
      if (periods.length === MAX_GENERATED_PERIODS) throw invalidField('end_date', `gives more than ${MAX_GENERATED_PERIODS} periods`);
      periods.push(period);
    }
  }
  return periods.toSorted((one, other) => (one.start < other.start ? -1 : 1));
}

/** Of each rule the period a day lies in and the one after it. @param today date */
export function periodsAround(rules: readonly PeriodRule[], today: string): Period[] {
  const periods: Period[] = [];
  for (const rule of rules) {
    for (const period of periodsOf(rule)) {
      if (period.end <= today) continue;
      periods.push(period);
      if (period.start > today) break;
    }
  }
  return periods.toSorted((one, other) => (one.start < other.start ? -1 : 1));
}
