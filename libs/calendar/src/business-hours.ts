import { Temporal } from 'temporal-polyfill';
import type { LocalDate } from './local-date.ts';

/** Part of a day at work, as `HH:MM`; `24:00` ends the day. */
export interface WorkingTime {
  readonly start: string;
  readonly end: string;
}

/** When a team works. Times are local ones, so that nine o'clock stays nine o'clock when clocks change. */
export interface BusinessHours {
  /** IANA name of the zone. */
  readonly timeZone: string;
  /** Working times of Monday to Sunday, seven lists; none for a day off. */
  readonly week: readonly (readonly WorkingTime[])[];
  /** Days on which nobody works. */
  readonly holidays?: readonly LocalDate[];
}

/** Round the clock. */
export const ALWAYS: BusinessHours = { timeZone: 'UTC', week: Array.from({ length: 7 }, () => [{ start: '00:00', end: '24:00' }]) };

const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
/** Longest stretch without work that is looked through for the next minute of it. */
const FARTHEST_DAYS = 3_660;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Working minutes between two instants, in whole minutes cut off; negative when the second comes first.
 * @param from ISO time @param to ISO time
 * @throws RangeError for hours or times that are none
 */
export function businessMinutesBetween(from: string, to: string, hours: BusinessHours): number {
  const [a, b] = [Temporal.Instant.from(from), Temporal.Instant.from(to)];
  if (Temporal.Instant.compare(a, b) > 0) return -businessMinutesBetween(to, from, hours) || 0;
  const calendar = new WorkCalendar(hours);
  let milliseconds = 0;
  for (let day = calendar.dayOf(a); ; day = day.add({ days: 1 })) {
    const times = calendar.workOf(day);
    for (const { start, end } of times)
      milliseconds += Math.max(0, Math.min(end, b.epochMilliseconds) - Math.max(start, a.epochMilliseconds));
    if (calendar.startOf(day.add({ days: 1 })) >= b.epochMilliseconds) return Math.floor(milliseconds / 60_000);
  }
}

/**
 * The instant at which so many working minutes have passed. At the end of a working time with none left it is that end, not the
 * next day's beginning.
 * @param from ISO time @param minutes 0 or more
 * @returns ISO time in UTC; `from` for 0 minutes
 * @throws RangeError when nobody works within ten years, or for hours, times or minutes that are none
 */
export function addBusinessMinutes(from: string, minutes: number, hours: BusinessHours): string {
  if (!(minutes >= 0)) throw new RangeError('Minutes are 0 or more');
  const begin = Temporal.Instant.from(from);
  const calendar = new WorkCalendar(hours);
  let left = minutes * 60_000;
  if (left === 0) return textOf(begin.epochMilliseconds);
  let idleDays = 0;
  for (let day = calendar.dayOf(begin); idleDays <= FARTHEST_DAYS; day = day.add({ days: 1 })) {
    idleDays++;
    for (const { start, end } of calendar.workOf(day)) {
      const since = Math.max(start, begin.epochMilliseconds);
      if (end <= since) continue;
      idleDays = 0;
      if (end - since >= left) return textOf(since + left);
      left -= end - since;
    }
  }
  throw new RangeError('Nobody works within ten years');
}

/** Whether somebody works at an instant. @param at ISO time */
export function isBusinessTime(at: string, hours: BusinessHours): boolean {
  const instant = Temporal.Instant.from(at);
  const calendar = new WorkCalendar(hours);
  return calendar
    .workOf(calendar.dayOf(instant))
    .some(({ start, end }) => start <= instant.epochMilliseconds && instant.epochMilliseconds < end);
}

/** Business hours as instants, day by day. */
class WorkCalendar {
  readonly #timeZone: string;
  readonly #week: readonly (readonly { start: number; end: number }[])[];
  readonly #holidays: ReadonlySet<LocalDate>;

  constructor({ timeZone, week, holidays = [] }: BusinessHours) {
    if (week.length !== 7) throw new RangeError('A week has seven days');
    this.#timeZone = timeZone;
    this.#week = week.map((times) => mergedTimes(times));
    this.#holidays = new Set(holidays);
  }

  dayOf(instant: Temporal.Instant): Temporal.PlainDate {
    return instant.toZonedDateTimeISO(this.#timeZone).toPlainDate();
  }

  startOf(day: Temporal.PlainDate): number {
    return startOfDayAt(day, this.#timeZone);
  }

  /**
   * Working times of a day in epoch milliseconds, in order. Local times that a change of clocks leaves out or repeats are taken as they
   * are first: one that is left out may end before it begins.
   */
  workOf(day: Temporal.PlainDate): { start: number; end: number }[] {
    if (this.#holidays.has(day.toString())) return [];
    const [start, end] = [this.startOf(day), this.startOf(day.add({ days: 1 }))];
    const at = (minute: number) => {
      if (minute === 1440) return end;
      // Only on the days clocks change has the zone to be asked where a time lies.
      if (end - start === DAY_MS) return start + minute * 60_000;
      const plainTime = new Temporal.PlainTime(Math.floor(minute / 60), minute % 60);
      return day.toZonedDateTime({ timeZone: this.#timeZone, plainTime }).epochMilliseconds;
    };
    return (this.#week[day.dayOfWeek - 1] ?? []).map(({ start, end }) => ({ start: at(start), end: at(end) }));
  }
}

/** Beginnings of days, kept because asking the zone costs a hundred times as much, and everybody asks for the same days. */
const dayStarts = new Map<string, number>();
const MOST_DAY_STARTS = 20_000;

function startOfDayAt(day: Temporal.PlainDate, timeZone: string): number {
  const key = `${timeZone} ${day.toString()}`;
  // Stryker disable all: a cache; the answers are the same without it
  let start = dayStarts.get(key);
  if (start === undefined) {
    start = day.toZonedDateTime({ timeZone }).startOfDay().epochMilliseconds;
    if (dayStarts.size >= MOST_DAY_STARTS) dayStarts.clear();
    dayStarts.set(key, start);
  }
  // Stryker restore all
  return start;
}

/** Minutes of the day, in order, overlapping ones made one. */
function mergedTimes(times: readonly WorkingTime[]): { start: number; end: number }[] {
  const sorted = times.map(({ start, end }) => ({ start: minuteOf(start), end: minuteOf(end) })).sort((a, b) => a.start - b.start);
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of sorted) {
    if (start >= end) throw new RangeError('A working time ends after it begins');
    const last = merged.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

function minuteOf(time: string): number {
  if (time === '24:00') return 1440;
  const [, hours, minutes] = TIME.exec(time) ?? [];
  if (hours === undefined) throw new RangeError(`"${time}" is no time of the day`);
  return Number(hours) * 60 + Number(minutes);
}

function textOf(epochMilliseconds: number): string {
  return new Date(epochMilliseconds).toISOString();
}
