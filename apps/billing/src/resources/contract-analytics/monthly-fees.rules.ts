import { quotient } from '@psa/money';
import type { BillingFrequency } from '@psa/contracts-billing';
import { type ActivePeriod, coversDay } from '../contract-line/active-periods.rules.ts';

/** How many periods of each frequency a year has. */
const A_YEAR: Readonly<Record<BillingFrequency, number>> = {
  weekly: 52,
  'bi-weekly': 26,
  monthly: 12,
  quarterly: 4,
  'semi-annually': 2,
  annually: 1,
};

/** A fee that is assigned to a client. */
export interface AssignedFee {
  readonly contract_line_id: string;
  readonly client_id: string;
  readonly currency_code: string;
  readonly billing_frequency: BillingFrequency;
  /** Minor units a period; null where there is no fee. */
  readonly rate: number | null;
  /** Days it is owed for: those on which its assignment, its contract and its line are active. */
  readonly active: readonly ActivePeriod[];
}

/** Whether a fee is owed on a day. */
export function isAssignedOn({ active }: Pick<AssignedFee, 'active'>, day: string): boolean {
  return coversDay(active, day);
}

/** Monthly recurring revenue of a day: every fee that is owed then for a twelfth of a year, rounded once. */
export function monthlyFees(fees: readonly AssignedFee[], day: string): number {
  const yearly = fees
    .filter((fee) => isAssignedOn(fee, day))
    .reduce((sum, fee) => sum + (fee.rate ?? 0) * A_YEAR[fee.billing_frequency], 0);
  return quotient(yearly, 12);
}

/** Percent of those who had a fee on a day and have none on a later one, to one decimal. @param of what is counted, such as clients */
export function churnRate(fees: readonly AssignedFee[], from: string, to: string, of: (fee: AssignedFee) => string): number {
  const on = (day: string) => new Set(fees.filter((fee) => isAssignedOn(fee, day)).map(of));
  const [before, after] = [on(from), on(to)];
  return percentage([...before].filter((one) => !after.has(one)).length, before.size);
}

/** A share in percent, to one decimal; 0 of nothing. */
export function percentage(part: number, whole: number): number {
  return whole === 0 ? 0 : quotient(part * 100, whole, 1);
}
