import { Temporal } from 'temporal-polyfill';

/** A day of the calendar without time or zone, as `YYYY-MM-DD`. */
export type LocalDate = string;

/** Days from `start` up to and without `end`. */
export interface Period {
  readonly start: LocalDate;
  readonly end: LocalDate;
}

/** @throws RangeError when it is no day of the calendar, such as 2026-02-30 */
export function parseLocalDate(date: LocalDate): Temporal.PlainDate {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) throw new RangeError(`"${date}" is no date`);
  return Temporal.PlainDate.from(date);
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return parseLocalDate(date).add({ days }).toString();
}

/** Adds months; the last day of a shorter month stands for a day it does not have. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  return parseLocalDate(date).add({ months }).toString();
}

/** Days from one date to another; negative when the other comes first. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return parseLocalDate(from).until(parseLocalDate(to)).days;
}

/** The day it is somewhere at an instant. @param instant ISO time with an offset @param timeZone IANA name */
export function localDateAt(instant: string, timeZone: string): LocalDate {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** The instant at which a day begins somewhere: not always midnight, where clocks change then. @returns ISO time in UTC */
export function startOfDay(date: LocalDate, timeZone: string): string {
  return parseLocalDate(date).toZonedDateTime({ timeZone }).startOfDay().toInstant().toString({ fractionalSecondDigits: 3 });
}

/** The days two periods share; undefined when there are none. */
export function intersectPeriods(a: Period, b: Period): Period | undefined {
  const [start, end] = [a.start > b.start ? a.start : b.start, a.end < b.end ? a.end : b.end];
  return start < end ? { start, end } : undefined;
}

/** The same days in as few periods as there can be, in their order: those that overlap or touch become one. */
export function mergePeriods(periods: readonly Period[]): Period[] {
  const merged: Period[] = [];
  for (const { start, end } of periods.toSorted((one, other) => (one.start < other.start ? -1 : 1))) {
    const last = merged.at(-1);
    if (last === undefined || start > last.end) merged.push({ start, end });
    else if (end > last.end) merged[merged.length - 1] = { start: last.start, end };
  }
  return merged;
}
