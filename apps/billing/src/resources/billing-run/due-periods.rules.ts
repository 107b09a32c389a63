import {
  addDays,
  type BillingAnchor,
  type BillingCycle,
  billingPeriodOf,
  billingPeriods,
  intersectPeriods,
  parseLocalDate,
  type Period,
} from '@psa/calendar';

/** When what a line bills by the period is due. */
export interface Cadence {
  readonly billing_frequency: BillingCycle;
  readonly billing_timing: 'arrears' | 'advance';
  readonly cadence_owner: 'client' | 'contract';
  /** Day the line was assigned, from which periods of the contract's own cadence count. */
  readonly anchor_date: string;
  /** First day it is billed for. */
  readonly start_date: string;
  /** Exclusive. */
  readonly end_date: string | null;
}

export interface DuePeriod {
  /** The whole period, by which it is billed once. */
  readonly period: Period;
  /** Days of it that the line is billed for. */
  readonly covered: Period;
}

/** Beyond any assignment. */
const FOR_EVER = '9999-12-31';

/** Periods of a line that are due in a window: in advance those that begin in it, in arrears those that end at its start or within it. */
export function duePeriods(cadence: Cadence, window: Period): DuePeriod[] {
  const anchor = anchorOf(cadence);
  const { billing_timing, billing_frequency, start_date, end_date } = cadence;
  // Of a period in arrears the end counts: the one before the window may end at its start.
  const from = billingPeriodOf(billing_timing === 'advance' ? window.start : addDays(window.start, -1), billing_frequency, anchor).start;
  return billingPeriods(from, window.end, billing_frequency, anchor).flatMap((period) => {
    const due = billing_timing === 'advance' ? period.start : period.end;
    if (due < window.start || due >= window.end) return [];
    const covered = intersectPeriods(period, { start: start_date, end: end_date ?? FOR_EVER });
    return covered === undefined ? [] : [{ period, covered }];
  });
}

/** The period of a line that a day lies in. */
export function periodOf(cadence: Pick<Cadence, 'billing_frequency' | 'cadence_owner' | 'anchor_date'>, day: string): Period {
  return billingPeriodOf(day, cadence.billing_frequency, anchorOf(cadence));
}

/** Periods of the contract's own cadence count from the day the line is assigned; the client's from the first of the month or the Monday. */
function anchorOf({ cadence_owner, anchor_date }: Pick<Cadence, 'cadence_owner' | 'anchor_date'>): BillingAnchor {
  if (cadence_owner === 'client') return {};
  const { day, month, dayOfWeek } = parseLocalDate(anchor_date);
  return { day, month, weekday: dayOfWeek, reference: anchor_date };
}
