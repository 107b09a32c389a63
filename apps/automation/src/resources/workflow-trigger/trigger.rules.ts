import { ApiError, type Event, type Issue, type PermissionName } from '@psa/contract-kit';
import type { MissedFires, RecurringTrigger, WorkflowTriggerType } from '@psa/contracts-automation';
import { nextFire, scheduleFault, type Timed } from '../rule/schedule.rules.ts';
import { selects } from '../webhook/event-selection.rules.ts';

/** What passed longer ago than this was missed; what is younger is only late. */
const LATE_MS = 90_000;
/** Missed times that one trigger catches up with. */
const MAX_CAUGHT_UP = 100;

export interface Schedule {
  readonly schedule_expression: string;
  readonly timezone: string;
}

const timedOf = ({ schedule_expression, timezone }: Schedule): Timed => ({
  trigger_type: 'recurring',
  trigger_config: { cron: schedule_expression, timezone, skip_if_running: false, missed_fires: 'skip' } satisfies RecurringTrigger,
});

/** When a schedule fires next, in milliseconds; null when it never does. */
export function nextTime(schedule: Schedule, after: number): number | null {
  return nextFire(timedOf(schedule), new Date(0).toISOString(), after);
}

/** What a trigger is held against its type by. @throws VALIDATION_ERROR */
export function assertTrigger(
  trigger: {
    readonly trigger_type: WorkflowTriggerType;
    readonly event_type: string | null;
    readonly schedule_expression: string | null;
    readonly timezone: string;
  },
  events: readonly Event[],
): void {
  const issues: Issue[] = [];
  const fault = (member: string, message: string, code = 'custom') => issues.push({ code, path: [member], message });
  const { trigger_type, event_type, schedule_expression, timezone } = trigger;
  if (trigger_type === 'event') {
    if (event_type === null) fault('event_type', 'is required for event');
    else if (!events.some(({ name, reader }) => reader !== undefined && selects(event_type, name)))
      fault('event_type', 'is no event; GET /api/v1/webhooks/events lists them', 'unknown_event');
  } else if (event_type !== null) fault('event_type', 'is only for event');
  if (trigger_type === 'scheduled') {
    if (schedule_expression === null) fault('schedule_expression', 'is required for scheduled');
    else {
      const wrong = scheduleFault(timedOf({ schedule_expression, timezone }));
      if (wrong !== undefined) fault('schedule_expression', wrong.message);
    }
  } else if (schedule_expression !== null) fault('schedule_expression', 'is only for scheduled');
  if (issues.length > 0) throw new ApiError('VALIDATION_ERROR', undefined, issues);
}

/** What whoever makes a trigger by an event must be allowed to read. */
export function readersOfPattern(event_type: string | null, events: readonly Event[]): PermissionName[] {
  if (event_type === null) return [];
  return [...new Set(events.flatMap(({ name, reader }) => (reader !== undefined && selects(event_type, name) ? [reader] : [])))];
}

/** Which times fire now, and when the next look is. */
export function settleSchedule(
  schedule: Schedule,
  missed: MissedFires,
  due: number,
  now: number,
): { readonly fires: readonly number[]; readonly next: number | null } {
  const next = nextTime(schedule, now);
  if (missed === 'all') return { fires: timesFrom(schedule, due, now), next };
  const first = now - due <= LATE_MS ? due : nextTime(schedule, now - LATE_MS - 1);
  const current = timesFrom(schedule, first, now);
  return { fires: missed === 'one' && current.length === 0 ? [lastTime(schedule, due, now)] : current, next };
}

/** The first times from one on, up to now. */
function timesFrom(schedule: Schedule, first: number | null, now: number): number[] {
  const times: number[] = [];
  for (let time = first; time !== null && time <= now && times.length < MAX_CAUGHT_UP; time = nextTime(schedule, time)) times.push(time);
  return times;
}

/** The last time up to now: found by halves, for there may be any number since one that is known. */
function lastTime(schedule: Schedule, known: number, now: number): number {
  let last = known;
  let [before, after] = [known, now];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    const time = nextTime(schedule, middle);
    if (time === null || time > now) after = middle;
    else [before, last] = [middle, time];
  }
  return last;
}
