import { addBusinessMinutes, ALWAYS, type BusinessHours, businessMinutesBetween } from '@psa/calendar';
import type { ChannelHours, SlaTarget } from '@psa/contracts-desk';

interface Policy {
  readonly business_hours: ChannelHours | null;
  readonly sla_targets: readonly SlaTarget[];
}

/** The clocks of a ticket, as far as they are kept. */
export interface Clocks {
  readonly response_due_at: string | null;
  readonly resolution_due_at: string | null;
  readonly update_due_at: string | null;
  readonly update_paused_minutes: number;
  readonly sla_paused_since: string | null;
  readonly sla_paused_minutes: number;
}

/** The targets of a ticket: when they are due, and when missing them was told. */
export const SLA_TARGETS = {
  response: { due: 'response_due_at', breached: 'response_breached_at' },
  update: { due: 'update_due_at', breached: 'update_breached_at' },
  resolution: { due: 'resolution_due_at', breached: 'resolution_breached_at' },
} as const;
export type SlaTargetName = keyof typeof SLA_TARGETS;

/** What decides whether a ticket meets its targets. */
type Progress = Pick<Clocks, 'response_due_at' | 'update_due_at' | 'resolution_due_at' | 'sla_paused_since'> & {
  readonly first_response_at: string | null;
  readonly closed_at: string | null;
};

/** Whether a target was missed: its clock was past it when it stopped, or is by now. What stops it later does not undo that. */
export function isMissed(target: SlaTargetName, ticket: Progress, now: string): boolean {
  const due = ticket[SLA_TARGETS[target].due];
  const answered = target === 'response' ? ticket.first_response_at : null;
  return due !== null && (answered ?? ticket.closed_at ?? ticket.sla_paused_since ?? now) > due;
}

/** What the clocks go on from. */
export interface ClocksBefore extends Pick<Clocks, 'response_due_at' | 'sla_paused_since' | 'sla_paused_minutes'> {
  readonly first_response_at: string | null;
  readonly closed_at: string | null;
  /** Since when the client waits for the next answer. */
  readonly update_since: string | null;
  /** Paused minutes there had been by then; null when the wait begins now. */
  readonly update_paused_minutes: number | null;
}

/** The clocks of a ticket that is opened. */
export const NEW_CLOCKS: ClocksBefore = {
  response_due_at: null,
  sla_paused_since: null,
  sla_paused_minutes: 0,
  first_response_at: null,
  closed_at: null,
  update_since: null,
  update_paused_minutes: 0,
};

interface Situation {
  readonly entered_at: string;
  readonly priority_id: string | null;
  readonly isPausing: boolean;
  readonly isClosed: boolean;
  /** The first answer comes now. */
  readonly isFirstAnswer?: boolean;
}

export function hoursOf({ business_hours }: Pick<Policy, 'business_hours'>): BusinessHours {
  if (business_hours === null) return ALWAYS;
  return { timeZone: business_hours.time_zone, week: business_hours.week, holidays: business_hours.holidays };
}

/** Whether the clocks stand still: the client has to answer, and has not done so since. */
export function isPausing(status: { readonly pauses_sla: boolean }, ticket: { readonly response_state: string | null }): boolean {
  return status.pauses_sla && ticket.response_state !== 'awaiting_internal';
}

/**
 * The clocks after a change of status, priority or policy, or after a comment. Pauses add up and outlive all of them: only working
 * minutes in which staff had to act count. While a ticket is closed no clock runs. The target of the first answer stays as it was when
 * the answer came, with the pause in which it came.
 */
export function nextClocks(policy: Policy, before: ClocksBefore, now: string, ticket: Situation): Clocks {
  const hours = hoursOf(policy);
  const pauses = ticket.isPausing && !ticket.isClosed;
  let { sla_paused_since: since, sla_paused_minutes: minutes } = before;
  if (before.closed_at !== null && !ticket.isClosed) minutes += Math.max(0, businessMinutesBetween(before.closed_at, now, hours));
  if (since !== null && !pauses) {
    minutes += Math.max(0, businessMinutesBetween(since, now, hours));
    since = null;
  } else if (since === null && pauses) since = now;
  const target = policy.sla_targets.find(({ priority_id }) => priority_id === ticket.priority_id);
  const due = (from: string, allowed: number | null | undefined, paused: number) =>
    allowed === null || allowed === undefined ? null : addBusinessMinutes(from, allowed + paused, hours);
  const pausedBefore = before.update_paused_minutes ?? minutes;
  const standsSince = ticket.isFirstAnswer === true ? (since ?? (ticket.isClosed ? before.closed_at : null)) : null;
  const standing = standsSince === null ? 0 : Math.max(0, businessMinutesBetween(standsSince, now, hours));
  return {
    response_due_at:
      before.first_response_at === null ? due(ticket.entered_at, target?.response_minutes, minutes + standing) : before.response_due_at,
    resolution_due_at: due(ticket.entered_at, target?.resolution_minutes, minutes),
    update_due_at: before.update_since === null ? null : due(before.update_since, target?.update_minutes, minutes - pausedBefore),
    update_paused_minutes: before.update_since === null ? 0 : pausedBefore,
    sla_paused_since: since,
    sla_paused_minutes: minutes,
  };
}
