import { addDays, localDateAt } from '@psa/calendar';
import { invalidField } from '@psa/contract-kit';
import { MAX_OCCURRENCES, type RecurrencePattern } from '@psa/contracts-time';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';

/** What of an entry decides when it recurs. */
export interface Recurring {
  readonly scheduled_start: string;
  readonly scheduled_end: string;
  readonly timezone: string;
  readonly recurrence_pattern: RecurrencePattern | null;
}

export interface Occurrence {
  /** Day in the zone of the entry. */
  readonly date: string;
  /** Instants, ISO in UTC. */
  readonly start: string;
  readonly end: string;
}

/** Days on which nothing recurs. */
export type IsHoliday = (date: string) => boolean;

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
const WORKDAYS = [0, 1, 2, 3, 4];
const FREQUENCIES = { daily: 'DAILY', weekly: 'WEEKLY', monthly: 'MONTHLY', yearly: 'YEARLY' } as const;
/** Rules come from tenants: these bounds keep a search within some milliseconds, whatever the rule says. */
const SEARCH = { maxIterations: 20_000, maxCandidateEvaluations: 100_000 };
/** No series is followed beyond this day. */
const LAST_DAY = '2999-12-31';

/** Days an entry recurs on after its own, in order, exceptions and holidays included. */
function* laterDays(first: string, pattern: RecurrencePattern): Generator<string> {
  const { frequency, interval, dayOfMonth, monthOfYear, workdaysOnly, endDate = LAST_DAY } = pattern;
  const start = Temporal.PlainDate.from(first);
  let days = frequency === 'weekly' ? (pattern.daysOfWeek ?? [start.dayOfWeek - 1]) : undefined;
  if (workdaysOnly) days = (days ?? WORKDAYS).filter((day) => WORKDAYS.includes(day));
  if (days?.length === 0) return;
  // Days have no zone: in UTC each begins at midnight and lasts 24 hours.
  const midnight = (date: string) => Temporal.PlainDate.from(date).toZonedDateTime('UTC');
  const rule = new RRuleTemporal({
    freq: FREQUENCIES[frequency],
    interval,
    wkst: 'MO',
    ...(days !== undefined && { byDay: days.map((day) => DAYS[day]!) }),
    ...((frequency === 'monthly' || frequency === 'yearly') && { byMonthDay: [dayOfMonth ?? start.day] }),
    ...(frequency === 'yearly' && { byMonth: [monthOfYear ?? start.month] }),
    dtstart: midnight(first),
    until: midnight(endDate),
    cache: false,
    ...SEARCH,
  });
  for (let last = rule.next(new Date(`${first}T00:00:00Z`)); last !== null; last = rule.next(last)) yield last.toPlainDate().toString();
}

/**
 * When an entry occurs within a stretch of time; one that only touches it does not. The first occurrence is the entry's own, whether
 * or not its day fits the pattern. Times of day stay as they are in the zone of the entry when clocks change there.
 * @param window half-open, ISO instants
 * @param limit occurrences at most; those are the earliest
 */
export function occurrencesIn(
  entry: Recurring,
  window: { readonly start: string; readonly end: string },
  isHoliday: IsHoliday = () => false,
  limit = MAX_OCCURRENCES,
): Occurrence[] {
  const found: Occurrence[] = [];
  const windowStart = Date.parse(window.start);
  const windowEnd = Date.parse(window.end);
  for (const occurrence of occurrencesOf(entry, isHoliday, window.start)) {
    if (Date.parse(occurrence.start) >= windowEnd || found.length === limit) break;
    if (Date.parse(occurrence.end) > windowStart) found.push(occurrence);
  }
  return found;
}

/** Every occurrence in order. @param from where to begin looking, as far as the pattern allows to skip what comes before */
function* occurrencesOf(entry: Recurring, isHoliday: IsHoliday, from: string): Generator<Occurrence> {
  const { scheduled_start, scheduled_end, timezone, recurrence_pattern: pattern } = entry;
  const first = localDateAt(scheduled_start, timezone);
  const length = Date.parse(scheduled_end) - Date.parse(scheduled_start);
  const isLeftOut = (date: string) => pattern !== null && (pattern.exceptions.includes(date) || isHoliday(date));
  // The own day of an entry is a decision of its own: only an exception takes it away.
  if (pattern === null || !pattern.exceptions.includes(first)) yield { date: first, start: scheduled_start, end: scheduled_end };
  if (pattern === null) return;
  const time = Temporal.Instant.from(scheduled_start).toZonedDateTimeISO(timezone).toPlainTime();
  const earliest = addDays(localDateAt(new Date(Date.parse(from) - length).toISOString(), timezone), -1);
  let count = 1;
  for (const date of pattern.count === undefined ? laterDaysFrom(first, pattern, earliest) : laterDays(first, pattern)) {
    if (pattern.count !== undefined && ++count > pattern.count) return;
    if (isLeftOut(date)) continue;
    const start = Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: timezone, plainTime: time }).epochMilliseconds;
    yield { date, start: new Date(start).toISOString(), end: new Date(start + length).toISOString() };
  }
}

/** The same days as {@link laterDays} from a day on, without walking through years that are over. */
function* laterDaysFrom(first: string, pattern: RecurrencePattern, earliest: string): Generator<string> {
  const anchor = closerAnchor(first, pattern, earliest);
  const start = Temporal.PlainDate.from(first);
  // What a pattern leaves to the first day is said out loud, because another day stands for it now; only the day of the week is the same.
  const explicit: RecurrencePattern = {
    ...pattern,
    ...((pattern.frequency === 'monthly' || pattern.frequency === 'yearly') && { dayOfMonth: pattern.dayOfMonth ?? start.day }),
    ...(pattern.frequency === 'yearly' && { monthOfYear: pattern.monthOfYear ?? start.month }),
  };
  for (const date of laterDays(anchor, explicit)) if (date >= earliest && date > first) yield date;
}

/** A day the pattern can be counted from instead of the first: whole intervals later, and some before the earliest day looked for. */
function closerAnchor(first: string, { frequency, interval }: RecurrencePattern, earliest: string): string {
  const [from, to] = [Temporal.PlainDate.from(first), Temporal.PlainDate.from(earliest)];
  const skip = (elapsed: number) => Math.max(0, Math.floor(elapsed / interval) - 2) * interval;
  switch (frequency) {
    case 'daily':
      return from.add({ days: skip(from.until(to, { largestUnit: 'days' }).days) }).toString();
    case 'weekly':
      return from.add({ weeks: skip(from.until(to, { largestUnit: 'weeks' }).weeks) }).toString();
    case 'monthly':
      return from
        .with({ day: 1 })
        .add({ months: skip(from.until(to, { largestUnit: 'months' }).months) })
        .toString();
    case 'yearly':
      return from
        .with({ day: 1, month: 1 })
        .add({ years: skip(from.until(to, { largestUnit: 'years' }).years) })
        .toString();
  }
}

/** When the last occurrence ends; null when an entry recurs for ever. */
export function recursUntil(entry: Recurring): string | null {
  const { recurrence_pattern: pattern, scheduled_start, scheduled_end } = entry;
  if (pattern === null) return null;
  if (pattern.count === undefined && pattern.endDate === undefined) return null;
  let last = scheduled_end;
  if (pattern.count !== undefined) {
    for (const { end } of occurrencesOf({ ...entry, recurrence_pattern: { ...pattern, exceptions: [] } }, () => false, scheduled_start))
      last = end;
    return last;
  }
  // The end of a day somewhere on earth, and as long as an occurrence lasts.
  const length = Date.parse(scheduled_end) - Date.parse(scheduled_start);
  return new Date(Date.parse(`${addDays(pattern.endDate!, 2)}T00:00:00Z`) + length).toISOString();
}

/** Whether an entry occurs at all, holidays aside: exceptions may have taken every day of it. */
export function recurs(entry: Recurring): boolean {
  const end = recursUntil(entry);
  return end === null || occurrencesIn(entry, { start: entry.scheduled_start, end }, undefined, 1).length > 0;
}

/** @throws VALIDATION_ERROR naming what cannot recur */
export function assertPattern({ scheduled_start, timezone, recurrence_pattern: pattern }: Recurring): void {
  if (pattern === null) return;
  const first = localDateAt(scheduled_start, timezone);
  const fault = (member: string, message: string) => invalidField(['recurrence_pattern', member], message);
  if (pattern.endDate !== undefined && pattern.endDate < first) throw fault('endDate', 'must not be before the first day');
  if (pattern.daysOfWeek !== undefined && pattern.frequency !== 'weekly') throw fault('daysOfWeek', 'goes with weekly');
  if (pattern.dayOfMonth !== undefined && (pattern.frequency === 'daily' || pattern.frequency === 'weekly'))
    throw fault('dayOfMonth', 'goes with monthly and yearly');
  if (pattern.monthOfYear !== undefined && pattern.frequency !== 'yearly') throw fault('monthOfYear', 'goes with yearly');
  if (pattern.workdaysOnly && pattern.daysOfWeek?.every((day) => !WORKDAYS.includes(day)) === true)
    throw fault('daysOfWeek', 'has no day that workdaysOnly leaves');
}
