import { isDeepStrictEqual } from 'node:util';
import { ApiError, invalidField } from '@psa/contract-kit';
import { CustomRecurrence, type Frequency, type RecordMaintenance } from '@psa/contracts-assets';
import { Cron } from 'croner';
import { Temporal } from 'temporal-polyfill';
import { nextByRule } from '@psa/calendar';

/** When maintenance is due: anchored at `start_date`, so that neither late nor early work shifts the days. */
export interface Recurrence {
  readonly frequency: Frequency;
  readonly frequency_interval: number;
  readonly start_date: string;
  readonly end_date: string | null;
  readonly schedule_config: Record<string, unknown> | null;
}

/** A wire date has four digits of year. */
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

type Step = { readonly unit: 'days' | 'months'; readonly size: number };

const steps: Record<Exclude<Frequency, 'custom'>, Step> = {
  daily: { unit: 'days', size: 1 },
  weekly: { unit: 'days', size: 7 },
  monthly: { unit: 'months', size: 1 },
  quarterly: { unit: 'months', size: 3 },
  yearly: { unit: 'months', size: 12 },
};

/**
 * The first due date after both now and the last maintenance, and at least one interval after the start.
 * @param last when maintenance was last performed
 * @param now in milliseconds since the epoch
 * @returns null when the schedule has ended
 * @throws VALIDATION_ERROR naming the part of `schedule_config` that says no date
 */
export function nextMaintenance(recurrence: Recurrence, last: string | null, now: number): string | null {
  const { frequency, frequency_interval, start_date, end_date, schedule_config } = recurrence;
  const after = Math.max(now, last === null ? -Infinity : Date.parse(last));
  let next: number | null;
  if (frequency === 'custom') next = customNext(customRecurrence(schedule_config), start_date, after);
  else {
    const { unit, size } = steps[frequency];
    next = nextByStep(anchored(start_date, 'UTC'), { unit, size: size * frequency_interval }, after);
  }
  if (next === null || next > LAST_INSTANT || (end_date !== null && next > Date.parse(end_date))) return null;
  return new Date(next).toISOString();
}

/** @throws VALIDATION_ERROR when the schedule would end before it begins */
export function assertPeriod({ start_date, end_date }: Pick<Recurrence, 'start_date' | 'end_date'>): void {
  if (end_date !== null && Date.parse(end_date) < Date.parse(start_date))
    throw invalidField('end_date', 'must not be before start_date', 'invalid_period');
}

/** Whether two recurrences could be due at different times. */
export function sameRecurrence(one: Recurrence, other: Recurrence): boolean {
  return (
    one.frequency === other.frequency &&
    one.frequency_interval === other.frequency_interval &&
    sameInstant(one.start_date, other.start_date) &&
    sameInstant(one.end_date, other.end_date) &&
    isDeepStrictEqual(one.schedule_config, other.schedule_config)
  );
}

function sameInstant(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : Date.parse(one) === Date.parse(other);
}

/** Whether a record is older than one the schedule already knows: it is history, but moves nothing. */
export function isOutOfOrder(performedAt: string, last: string | null): boolean {
  return last !== null && Date.parse(performedAt) < Date.parse(last);
}

/** What a record says it is about: its notes, or a phrase made from the type. */
export function describeMaintenance({ notes, maintenance_type: type }: Pick<RecordMaintenance, 'notes' | 'maintenance_type'>): string {
  return notes?.trim() ? notes : `${type[0]?.toUpperCase()}${type.slice(1)} maintenance performed`;
}

function customRecurrence(config: Record<string, unknown> | null): CustomRecurrence {
  if (config === null) throw invalidField('schedule_config', 'is required for a custom frequency', 'required');
  const parsed = CustomRecurrence.safeParse(config);
  if (parsed.success) return parsed.data;
  throw new ApiError(
    'VALIDATION_ERROR',
    undefined,
    parsed.error.issues.map(({ code, path, message }) => ({ code, path: ['schedule_config', ...path], message })),
  );
}

function customNext({ interval_days: days, rrule, cron, timezone }: CustomRecurrence, start: string, after: number): number | null {
  const anchor = anchored(start, timezone);
  if (days !== undefined) return nextByStep(anchor, { unit: 'days', size: days }, after);
  const later = new Date(Math.max(after, anchor.epochMilliseconds));
  try {
    if (rrule !== undefined) return nextByRule(rrule, anchor, later);
    const next = new Cron(cron ?? '', { timezone, mode: '5-part', paused: true }).nextRun(later);
    if (next === null) throw new RangeError('it names a date that never comes');
    return next.getTime();
  } catch (error) {
    const member = rrule === undefined ? 'cron' : 'rrule';
    throw invalidField(['schedule_config', member], `is not usable: ${(error as Error).message}`, `invalid_${member}`);
  }
}

function anchored(start: string, timezone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(start).toZonedDateTimeISO(timezone);
}

/**
 * The smallest `anchor + k steps` after an instant, k from 1. Every date is counted from the anchor, not from the date before:
 * 31 January is followed by 28 February and then by 31 March. Local time of day is kept across changes of the clock.
 */
function nextByStep(anchor: Temporal.ZonedDateTime, { unit, size }: Step, after: number): number {
  const at = (k: number) => anchor.add({ [unit]: k * size }).epochMilliseconds;
  const elapsed = anchor.until(Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(anchor.timeZoneId), { largestUnit: unit })[
    unit
  ];
  let k = Math.max(1, Math.floor(elapsed / size));
  while (at(k) <= after) k++;
  return at(k);
}
