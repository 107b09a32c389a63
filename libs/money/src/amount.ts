import { type Decimal, divideRounded, multiplyDecimals, parseDecimal, roundDecimal } from './decimal.ts';

/**
 * What a quantity costs, rounded once, halves away from zero.
 * @param rate minor units for one, as a decimal text: fractions of a cent are allowed
 * @param quantity decimal text
 * @returns minor units
 * @throws RangeError when one of them is no decimal number
 */
export function priceOf(rate: string, quantity: string): bigint {
  return roundDecimal(multiplyDecimals(parseDecimal(rate), parseDecimal(quantity)));
}

/**
 * A percentage of an amount, rounded once, halves away from zero.
 * @param percent decimal text: `8.1` is 8.1 %
 */
export function percentageOf(amount: bigint, percent: string): bigint {
  const { units, scale } = parseDecimal(percent);
  return divideRounded(amount * units, 100n * 10n ** BigInt(scale));
}

/**
 * What minutes cost at an hourly rate, rounded once, halves away from zero.
 * @param hourlyRate minor units an hour, as a decimal text
 */
export function priceOfMinutes(hourlyRate: string, minutes: bigint): bigint {
  const { units, scale }: Decimal = parseDecimal(hourlyRate);
  return divideRounded(units * minutes, 60n * 10n ** BigInt(scale));
}

/** The sum; 0 of nothing. */
export function sumOf(amounts: Iterable<bigint>): bigint {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum;
}

/** An amount as JSON has it. @throws RangeError when a number cannot hold it exactly */
export function toMinorNumber(amount: bigint): number {
  const number = Number(amount);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${amount} is too large an amount`);
  return number;
}
