import { daysBetween, type Period } from '@psa/calendar';
import { prorate, toMinorNumber } from '@psa/money';
import { type Cadence, duePeriods } from './due-periods.rules.ts';

/** A fixed contract line as it is assigned to a client. */
export interface FixedTerms extends Cadence {
  readonly client_contract_line_id: string;
  readonly contract_line_id: string;
  readonly contract_line_name: string;
  readonly location_id: string | null;
  /** What a part of a period costs: all of it, nothing, or as much as its days. */
  readonly partial_periods: 'full' | 'free' | 'by_days';
  /** Minor units a period. */
  readonly rate: number;
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

/** The fees of a line that are due in a window. */
export function fixedCharges(terms: FixedTerms, window: Period): FixedCharge[] {
  return duePeriods(terms, window).flatMap(({ period, covered }) => {
    const amount = amountOf(terms, period, covered);
    return amount === undefined ? [] : [{ terms, period, covered, amount }];
  });
}

function amountOf({ rate, partial_periods }: FixedTerms, period: Period, covered: Period): number | undefined {
  const isWhole = covered.start === period.start && covered.end === period.end;
  if (isWhole || partial_periods === 'full') return rate;
  if (partial_periods === 'free') return undefined;
  const [from, to] = [daysBetween(period.start, covered.start), daysBetween(period.start, covered.end)];
  return toMinorNumber(prorate(BigInt(rate), from, to, daysBetween(period.start, period.end)));
}
