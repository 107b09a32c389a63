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
  readonly sla_paused_since: string | null;
  readonly sla_paused_minutes: number;
}

interface Situation {
  readonly entered_at: string;
  readonly priority_id: string | null;
  readonly isPausing: boolean;
  readonly isClosed: boolean;
}

export function hoursOf({ business_hours }: Pick<Policy, 'business_hours'>): BusinessHours {
  if (business_hours === null) return ALWAYS;
  return { timeZone: business_hours.time_zone, week: business_hours.week, holidays: business_hours.holidays };
}

/**
 * The clocks after a change of status, priority or policy. Pauses add up and outlive all of them: only working minutes in which
 * staff had to act count.
 */
export function nextClocks(
  policy: Policy,
  clocks: Pick<Clocks, 'sla_paused_since' | 'sla_paused_minutes'>,
  now: string,
  ticket: Situation,
): Clocks {
  const hours = hoursOf(policy);
  const pauses = ticket.isPausing && !ticket.isClosed;
  let { sla_paused_since: since, sla_paused_minutes: minutes } = clocks;
  if (since !== null && !pauses) {
    minutes += Math.max(0, businessMinutesBetween(since, now, hours));
    since = null;
  } else if (since === null && pauses) since = now;
  const target = policy.sla_targets.find(({ priority_id }) => priority_id === ticket.priority_id);
  const due = (allowed: number | null | undefined) =>
    allowed === null || allowed === undefined ? null : addBusinessMinutes(ticket.entered_at, allowed + minutes, hours);
  return {
    response_due_at: due(target?.response_minutes),
    resolution_due_at: due(target?.resolution_minutes),
    sla_paused_since: since,
    sla_paused_minutes: minutes,
  };
}
