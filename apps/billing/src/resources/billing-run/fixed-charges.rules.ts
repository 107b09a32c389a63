import {
  addDays,
  type BillingAnchor,
  type BillingCycle,
  billingPeriodOf,
  billingPeriods,
  daysBetween,
  intersectPeriods,
  parseLocalDate,
  type Period,
} from '@psa/calendar';
import { prorate, toMinorNumber } from '@psa/money';

/** A fixed contract line as it is assigned to a client. */
export interface FixedTerms {
  readonly client_contract_line_id: string;
  readonly contract_line_id: string;
  readonly contract_line_name: string;
  readonly billing_frequency: BillingCycle;
  readonly billing_timing: 'arrears' | 'advance';
  readonly cadence_owner: 'client' | 'contract';
  readonly enable_proration: boolean;
  /** Minor units a period. */
  readonly rate: number;
  readonly start_date: string;
  /** Exclusive. */
  readonly end_date: string | null;
}

export interface FixedCharge {
  readonly terms: FixedTerms;
  /** The whole period, by which it is billed once. */
  readonly period: Period;
  /** Days of it that the line is assigned. */
  readonly covered: Period;
  /** Minor units. */
  readonly amount: number;
}

/** Beyond any assignment. */
const FOR_EVER = '9999-12-31';

/**
 * The fees of a line that are due in a window: in advance those of periods that begin in it, in arrears those of periods that end at its
 * start or within it. A period the line is assigned for in part is billed in part where the line says so, in full otherwise.
 */
export function fixedCharges(terms: FixedTerms, window: Period): FixedCharge[] {
  const anchor = anchorOf(terms);
  // Of a period in arrears the end counts: the one before the window may end at its start.
  const from = billingPeriodOf(
    terms.billing_timing === 'advance' ? window.start : addDays(window.start, -1),
    terms.billing_frequency,
    anchor,
  ).start;
  return billingPeriods(from, window.end, terms.billing_frequency, anchor).flatMap((period) => {
    const due = terms.billing_timing === 'advance' ? period.start : period.end;
    if (due < window.start || due >= window.end) return [];
    const covered = intersectPeriods(period, { start: terms.start_date, end: terms.end_date ?? FOR_EVER });
    return covered === undefined ? [] : [{ terms, period, covered, amount: amountOf(terms, period, covered) }];
  });
}

function amountOf({ rate, enable_proration }: FixedTerms, period: Period, covered: Period): number {
  if (!enable_proration) return rate;
  const [from, to] = [daysBetween(period.start, covered.start), daysBetween(period.start, covered.end)];
  return toMinorNumber(prorate(BigInt(rate), from, to, daysBetween(period.start, period.end)));
}

/** Periods of the contract's own cadence count from the day the line is assigned; the client's from the first of the month or the Monday. */
function anchorOf({ cadence_owner, start_date }: FixedTerms): BillingAnchor {
  if (cadence_owner === 'client') return {};
  const { day, month, dayOfWeek } = parseLocalDate(start_date);
  return { day, month, weekday: dayOfWeek, reference: start_date };
}
