import { daysBetween, type Period } from '@psa/calendar';
import { prorate, sumOf, toMinorNumber } from '@psa/money';
import { type BilledPeriod, type Cadence, type DuePeriod, duePeriods, isTransition, isWhole } from './due-periods.rules.ts';

/** A part of a fee that is taxed by one of its services. */
export interface FeeShare {
  /** Service whose tax applies. */
  readonly taxed_as: string;
  /** Names of the services it is for. */
  readonly name: string;
  /** What they cost by themselves, in minor units. */
  readonly weight: bigint;
}

/** A fixed contract line as it is assigned to a client. */
export interface FixedTerms extends Cadence {
  readonly client_contract_line_id: string;
  readonly contract_line_id: string;
  readonly contract_line_name: string;
  readonly location_id: string | null;
  /** What a period costs that is billed for some of its days: all of it, once, nothing, or as much as those days. */
  readonly partial_periods: 'full' | 'free' | 'by_days';
  /** Minor units a period. */
  readonly rate: number;
  /** One for each way its services are taxed; none without services: then it is taxed as the client is. */
  readonly shares: readonly FeeShare[];
}

export interface FixedCharge extends DuePeriod {
  readonly terms: FixedTerms;
  /** Minor units. */
  readonly amount: number;
}

/** The fees of a line that are due in a window. @param billed what of the line is billed already */
export function fixedCharges(terms: FixedTerms, window: Period, billed: readonly BilledPeriod[] = []): FixedCharge[] {
  return duePeriods(terms, window, billed).flatMap((due) => {
    const amount = amountOf(terms, due);
    return amount === undefined ? [] : [{ terms, ...due, amount }];
  });
}

/** Whether it costs as much as its days: where days before are paid already, it always does. */
export function isByDays(due: DuePeriod, { partial_periods }: Pick<FixedTerms, 'partial_periods'>): boolean {
  return isTransition(due) || partial_periods === 'by_days';
}

function amountOf(terms: FixedTerms, due: DuePeriod): number | undefined {
  const { rate, partial_periods } = terms;
  const { period, covered } = due;
  if (isWhole(due)) return rate;
  if (!isByDays(due, terms)) return partial_periods === 'free' ? undefined : rate;
  const days = daysBetween(period.start, period.end);
  const parts = covered.map(({ start, end }) =>
    prorate(BigInt(rate), daysBetween(period.start, start), daysBetween(period.start, end), days),
  );
  return toMinorNumber(sumOf(parts));
}
