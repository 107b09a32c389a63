import { dependency, inUse, invalidField } from '@psa/contract-kit';
import { type CopyContractLine, MAX_AMOUNT } from '@psa/contracts-billing';
import { addDecimals, decimalOf, fromMillionths, isCurrency, multiplyDecimals, roundDecimal, toMillionths } from '@psa/money';
import type { ContractLineRecord, ContractLineUse } from './contract-line.records.ts';

const MILLION = 1_000_000n;

type Rates = Pick<ContractLineRecord, 'base_rate' | 'hourly_rate' | 'overtime_rate'>;

/** Checks what depends on more than one member. @throws VALIDATION_ERROR naming the member that is missing */
export function assertLineComplete(
  line: Pick<
    ContractLineRecord,
    'currency_code' | 'enable_overtime' | 'overtime_rate' | 'overtime_threshold' | 'enable_after_hours_rate' | 'after_hours_multiplier'
  >,
): void {
  const demand = (member: keyof typeof line, toggle: string) => {
    if (line[member] === null) throw invalidField(member, `is required with ${toggle}`, 'required');
  };
  if (line.currency_code !== null && !isCurrency(line.currency_code)) throw invalidField('currency_code', 'is not a currency of ISO 4217');
  if (line.enable_overtime) {
    demand('overtime_rate', 'enable_overtime');
    demand('overtime_threshold', 'enable_overtime');
  }
  if (line.enable_after_hours_rate) demand('after_hours_multiplier', 'enable_after_hours_rate');
}

/** What a rate of a copy differs by. */
type Modification = CopyContractLine['modify_rates'];

/**
 * A rate of a copy: first by percent, rounded once to minor units, or to six decimal places of one that has parts of them, then by the
 * fixed amount.
 * @throws VALIDATION_ERROR when it falls below 0 or becomes too large
 */
export function modifiedRate(rate: number, { percentage_change = 0, fixed_adjustment = 0 }: NonNullable<Modification> = {}): number {
  const isWhole = Number.isInteger(rate);
  const unit = isWhole ? 1n : MILLION;
  const factor = addDecimals({ units: 100n, scale: 0 }, decimalOf(percentage_change, 4));
  const percents = multiplyDecimals({ units: isWhole ? BigInt(rate) : toMillionths(rate), scale: 2 }, factor);
  const changed = roundDecimal(percents) + BigInt(fixed_adjustment) * unit;
  if (changed < 0n) throw invalidField('modify_rates', 'makes a rate fall below 0');
  if (changed > BigInt(MAX_AMOUNT) * unit) throw invalidField('modify_rates', 'makes a rate too large');
  return isWhole ? Number(changed) : fromMillionths(changed);
}

/** The rates of a copy. @throws VALIDATION_ERROR when one falls below 0 or becomes too large */
export function modifiedRates(rates: Rates, modify: Modification): Rates {
  const change = (rate: number | null) => (rate === null ? null : modifiedRate(rate, modify));
  return { base_rate: change(rates.base_rate), hourly_rate: change(rates.hourly_rate), overtime_rate: change(rates.overtime_rate) };
}

/** Whether a line is billed on a day: its last change of activation counts from its date on, before that its opposite. */
export function isActiveOn(
  { is_active, activation_date }: Pick<ContractLineRecord, 'is_active' | 'activation_date'>,
  day: string,
): boolean {
  return activation_date === null || activation_date <= day ? is_active : !is_active;
}

/** @throws CONFLICT naming what holds on to the line */
export function assertUnused({ discounts = 0, ...use }: ContractLineUse, verb: string): void {
  const dependencies = [
    dependency('client', use.clients, 'client', 'clients'),
    dependency('contract', use.contracts, 'contract', 'contracts'),
    dependency('discount', discounts, 'discount', 'discounts'),
  ].filter(({ count }) => count > 0);
  if (dependencies.length > 0) throw inUse(`The contract line is in use and cannot be ${verb}`, dependencies);
}
