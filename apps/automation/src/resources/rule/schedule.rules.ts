import type { RecurringTrigger, TimeTrigger } from '@psa/contracts-automation';
import { Cron } from 'croner';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';

/** A trigger that the clock fires. */
export type Timed =
  | { readonly trigger_type: 'time_based'; readonly trigger_config: TimeTrigger }
  | { readonly trigger_type: 'recurring'; readonly trigger_config: RecurringTrigger };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What passed longer ago than this was missed; what is younger is only late. */
const LATE_MS = 90_000;

/**
 * The next instant after a given one, in milliseconds; null when there is none any more. Local times that a change of the clock
 * leaves out fire when it has happened; those it repeats fire once, unless the expression fires all day long.
 * @param createdAt what repetitions are counted from when nothing else is said
 */
export function nextFire(timed: Timed, createdAt: string, after: number): number | null {
  const { start_date, end_date, timezone } = timed.trigger_config;
  const start = Date.parse(start_date ?? createdAt);
  const next = occurrenceAfter(timed, start, Math.max(after, start - 1), timezone);
  return next === null || (end_date !== undefined && next > Date.parse(end_date)) ? null : next;
}

function occurrenceAfter(timed: Timed, start: number, after: number, timezone: string): number | null {
  if (timed.trigger_type === 'recurring') {
    const { cron, rrule, every_minutes } = timed.trigger_config;
    if (cron !== undefined) return cronAfter(cron, timezone, after);
    return rrule !== undefined ? ruleAfter(rrule, start, timezone, after) : elapsed(start, (every_minutes as number) * MINUTE, after);
  }
  const { schedule_type, cron_expression } = timed.trigger_config;
  switch (schedule_type) {
    case 'once':
      return start > after ? start : null;
    case 'hourly':
      return elapsed(start, HOUR, after);
    case 'custom_cron':
      return cronAfter(cron_expression as string, timezone, after);
    default:
      return calendarAfter(start, timezone, STEPS[schedule_type], after);
  }
}

const STEPS = {
  daily: { unit: 'days', milliseconds: 24 * HOUR },
  weekly: { unit: 'weeks', milliseconds: 7 * 24 * HOUR },
  monthly: { unit: 'months', milliseconds: 28 * 24 * HOUR },
  yearly: { unit: 'years', milliseconds: 365 * 24 * HOUR },
} as const;

function elapsed(start: number, step: number, after: number): number {
  return start > after ? start : start + (Math.floor((after - start) / step) + 1) * step;
}

/** The same time of the clock every so many days or months, from the day of the start; the end of a month that is shorter. */
function calendarAfter(start: number, timezone: string, { unit, milliseconds }: (typeof STEPS)[keyof typeof STEPS], after: number): number {
  const anchor = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timezone);
  const at = (count: number) =>
    count === 0
      ? start
      : anchor
          .toPlainDateTime()
          .add({ [unit]: count })
          .toZonedDateTime(timezone).epochMilliseconds;
  // The shortest step overestimates the count; a step too many is taken back.
  let count = Math.max(0, Math.floor((after - start) / milliseconds) + 1);
  while (count > 0 && at(count - 1) > after) count--;
  while (at(count) <= after) count++;
  return at(count);
}

function cronAfter(expression: string, timezone: string, after: number): number | null {
  return new Cron(expression, { timezone, mode: '5-part', paused: true }).nextRun(new Date(after))?.getTime() ?? null;
}

function ruleAfter(rule: string, start: number, timezone: string, after: number): number | null {
  const dtstart = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timezone).with({ second: 0, millisecond: 0 });
  const next = new RRuleTemporal({ rruleString: rule.replace(/^RRULE:/i, ''), dtstart }).next(new Date(after), false);
  return next === null ? null : Number(next.epochMilliseconds);
}

/** Why a schedule cannot be kept; undefined when it can. */
export function scheduleFault(timed: Timed): { member: string; message: string } | undefined {
  const { trigger_type, trigger_config } = timed;
  const cron = trigger_type === 'time_based' ? trigger_config.cron_expression : trigger_config.cron;
  const member = trigger_type === 'time_based' ? 'cron_expression' : 'cron';
  if (cron !== undefined) {
    if (cron.trim().split(/\s+/).length !== 5) return { member, message: 'must be a cron expression of five fields' };
    try {
      new Cron(cron, { timezone: trigger_config.timezone, mode: '5-part', paused: true });
    } catch {
      return { member, message: 'must be a cron expression of five fields' };
    }
  }
  const rule = trigger_type === 'recurring' ? trigger_config.rrule : undefined;
  return rule === undefined ? undefined : ruleFault(rule);
}

function ruleFault(rule: string): { member: string; message: string } | undefined {
  const fault = (message: string) => ({ member: 'rrule', message });
  if (/SECONDLY|BYSECOND|DTSTART|EXRULE|RDATE|EXDATE/i.test(rule))
    return fault('must not repeat within a minute, nor hold a start of its own');
  try {
    ruleAfter(rule, Date.parse('2024-01-01T00:00:00Z'), 'UTC', Date.parse('2024-01-01T00:00:00Z'));
    return undefined;
  } catch {
    return fault('must be a recurrence rule of RFC 5545');
  }
}

/** What is due: which instant fires, if any, and when the next look is. */
export interface Due {
  readonly fires: number | null;
  readonly next: number | null;
}

/** What becomes of an instant that was due, now that somebody looks. */
export function settleDue(timed: Timed, createdAt: string, due: number, now: number): Due {
  const next = nextFire(timed, createdAt, now);
  if (now - due <= LATE_MS) return { fires: due, next: nextFire(timed, createdAt, due) ?? null };
  return { fires: timed.trigger_config.missed_fires === 'fire_once' ? due : null, next };
}
