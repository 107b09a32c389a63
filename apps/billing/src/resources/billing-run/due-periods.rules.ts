import {
  addDays,
  type BillingAnchor,
  type BillingCycle,
  billingPeriodOf,
  billingPeriods,
  daysBetween,
  parseLocalDate,
  type Period,
} from '@psa/calendar';
import { type ActivePeriod, periodsWithin } from '../contract-line/active-periods.rules.ts';

/** When what a line bills by the period is due. */
export interface Cadence {
  readonly billing_frequency: BillingCycle;
  readonly billing_timing: 'arrears' | 'advance';
  readonly cadence_owner: 'client' | 'contract';
  /** Day the line was assigned, from which periods of the contract's own cadence count. */
  readonly anchor_date: string;
  /** Where the periods of the client begin. */
  readonly client_anchor: BillingAnchor;
  /** Days it is billed for, in their order. */
  readonly active: readonly ActivePeriod[];
}

export interface DuePeriod {
  /** The whole period. */
  readonly period: Period;
  /** What of it nothing bills yet, and by which it is billed once: all of it, unless periods begin on other days than before. */
  readonly unbilled: Period;
  /** Days of that which the line is billed for, in their order: several parts where it was inactive in between. */
  readonly covered: readonly [Period, ...Period[]];
}

/** What is billed already; without an end in rows of old, which are as long as the period that begins with them. */
export interface BilledPeriod {
  readonly start: string;
  readonly end: string | null;
}

/**
 * Periods of a line that are due in a window: in advance those that begin in it, in arrears those that end at its start or within it.
 * @param billed what of the line is billed already
 */
export function duePeriods(cadence: Cadence, window: Period, billed: readonly BilledPeriod[]): DuePeriod[] {
  const anchor = anchorOf(cadence);
  const { billing_timing, billing_frequency, active } = cadence;
  // Of a period in arrears the end counts: the one before the window may end at its start.
  const from = billingPeriodOf(billing_timing === 'advance' ? window.start : addDays(window.start, -1), billing_frequency, anchor).start;
  return billingPeriods(from, window.end, billing_frequency, anchor).flatMap((period) => {
    const unbilled = unbilledOf(period, billed);
    if (unbilled === undefined) return [];
    const due = billing_timing === 'advance' ? unbilled.start : period.end;
    if (due < window.start || due >= window.end) return [];
    const [first, ...others] = periodsWithin(active, unbilled);
    return first === undefined ? [] : [{ period, unbilled, covered: [first, ...others] }];
  });
}

/** Whether the line is billed for every day of the period. */
export function isWhole({ period, covered }: DuePeriod): boolean {
  return covered[0].start === period.start && covered[0].end === period.end;
}

/** Days of the period that the line is billed for. */
export function coveredDays({ covered }: Pick<DuePeriod, 'covered'>): number {
  return covered.reduce((days, { start, end }) => days + daysBetween(start, end), 0);
}

/** Whether periods that began on other days bill a part of it. */
export function isTransition({ period, unbilled }: DuePeriod): boolean {
  return unbilled.start !== period.start || unbilled.end !== period.end;
}

/** The first days of a period, one after the other, that nothing bills. */
function unbilledOf(period: Period, billed: readonly BilledPeriod[]): Period | undefined {
  let { start } = period;
  for (const one of billed.toSorted((a, b) => (a.start < b.start ? -1 : 1))) {
    const end = one.end ?? (one.start >= period.start && one.start < period.end ? period.end : one.start);
    if (end <= start || one.start >= period.end) continue;
    if (one.start > start) return { start, end: one.start };
    start = end;
  }
  return start < period.end ? { start, end: period.end } : undefined;
}

/** What the periods of a line follow from. */
export type PeriodTerms = Pick<Cadence, 'billing_frequency' | 'cadence_owner' | 'anchor_date' | 'client_anchor'>;

/** The period of a line that a day lies in. */
export function periodOf(cadence: PeriodTerms, day: string): Period {
  return billingPeriodOf(day, cadence.billing_frequency, anchorOf(cadence));
}

/** Periods of the contract's own cadence count from the day the line is assigned. */
function anchorOf({ cadence_owner, anchor_date, client_anchor }: PeriodTerms): BillingAnchor {
  if (cadence_owner === 'client') return client_anchor;
  const { day, month, dayOfWeek } = parseLocalDate(anchor_date);
  return { day, month, weekday: dayOfWeek, reference: anchor_date };
}
