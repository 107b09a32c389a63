import { invalidField } from '@psa/contract-kit';
import type { TimeSettings } from '@psa/contracts-time';

const MINUTE_MS = 60_000;
/** Beyond this a stretch of work is a typing error; a forgotten timer is cut to it. */
const LONGEST_MINUTES = 31 * 24 * 60;

export type Rounding = Pick<TimeSettings, 'rounding_minutes' | 'rounding_mode'>;

/** An instant without its seconds. @param instant ISO time @returns ISO time in UTC */
export function cutToMinute(instant: string): string {
  return new Date(Math.floor(Date.parse(instant) / MINUTE_MS) * MINUTE_MS).toISOString();
}

/**
 * Whole minutes between two instants that were cut to the minute.
 * @throws VALIDATION_ERROR naming end_time unless it is later, by a month at most
 */
export function minutesBetween(start: string, end: string): number {
  const minutes = (Date.parse(end) - Date.parse(start)) / MINUTE_MS;
  if (minutes <= 0) throw invalidField('end_time', 'must be at least a minute later than start_time', 'too_short');
  if (minutes > LONGEST_MINUTES) throw invalidField('end_time', 'must lie within 31 days of start_time', 'too_long');
  return minutes;
}

/** When a timer that is stopped without a time ends: now, or at the longest that work may last for one that was forgotten. */
export function endOfTimer(start: string, now = Date.now()): string {
  return new Date(Math.min(now, Date.parse(start) + LONGEST_MINUTES * MINUTE_MS)).toISOString();
}

/** Minutes to bill for minutes worked. Rounding what was rounded changes nothing. */
export function roundMinutes(minutes: number, { rounding_minutes: unit, rounding_mode: mode }: Rounding): number {
  if (unit <= 1) return minutes;
  const units = minutes / unit;
  const rounded = mode === 'up' ? Math.ceil(units) : mode === 'down' ? Math.floor(units) : Math.floor(units + 0.5);
  return rounded * unit;
}

/** Hours to two decimals, half away from zero. */
export function hoursOf(minutes: number): number {
  return Math.round((minutes * 100) / 60) / 100;
}
