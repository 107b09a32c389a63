/** An exact decimal number: `units` / 10^`scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** Digits behind the point that rates and quantities may have. */
export const DECIMAL_PLACES = 6;

const DECIMAL = /^(-?)(\d{1,18})(?:\.(\d+))?$/;

/**
 * Reads a decimal number such as `-12.5`.
 * @param places digits behind the point at most; zeros beyond them are dropped
 * @throws RangeError when it is no plain decimal number, or has more digits
 */
export function parseDecimal(text: string, places = DECIMAL_PLACES): Decimal {
  const [, sign, whole = '', rest = ''] = DECIMAL.exec(text) ?? [];
  if (whole === '') throw new RangeError(`"${text}" is no decimal number`);
  const fraction = rest.replace(/0+$/, '');
  if (fraction.length > places) throw new RangeError(`"${text}" has more than ${places} decimal places`);
  const units = BigInt(whole + fraction);
  return { units: sign === '-' ? -units : units, scale: fraction.length };
}

/** Writes a decimal number without needless zeros. */
export function formatDecimal({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  const text = fraction === '' ? whole : `${whole}.${fraction}`;
  return units < 0n ? `-${text}` : text;
}

/** The exact product. */
export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

/** The exact sum. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: a.units * 10n ** BigInt(scale - a.scale) + b.units * 10n ** BigInt(scale - b.scale), scale };
}

/** The nearest integer, halves away from zero. */
export function roundDecimal({ units, scale }: Decimal): bigint {
  return divideRounded(units, 10n ** BigInt(scale));
}

/**
 * `numerator` / `denominator` as the nearest integer, halves away from zero: the commercial rounding of invoices (DIN 1333).
 * @throws RangeError when the denominator is 0
 */
export function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n !== denominator < 0n;
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  const rounded = (2n * n + d) / (2n * d);
  return isNegative ? -rounded : rounded;
}

/**
 * A number as JSON has it, such as a percentage, as the decimal that is meant: what it has beyond so many places is noise of its binary form.
 * @throws RangeError when it is 10^18 or more
 */
export function decimalOf(value: number, places = DECIMAL_PLACES): Decimal {
  return parseDecimal(value.toFixed(places), places);
}

/** A quantity as JSON has it in millionths. @throws RangeError when it is 10^18 or more */
export function toMillionths(quantity: number): bigint {
  const { units, scale } = decimalOf(quantity);
  return units * 10n ** BigInt(DECIMAL_PLACES - scale);
}

/** Millionths as the number nearest to them. */
export function fromMillionths(millionths: bigint): number {
  return Number(formatDecimal({ units: millionths, scale: DECIMAL_PLACES }));
}

/** What a number with up to six decimal places has before and behind the point, both with its sign. */
export function wholeAndFraction(value: number): { readonly whole: number; readonly fraction: number } {
  const whole = Math.trunc(value);
  return { whole, fraction: fromMillionths(toMillionths(value) - toMillionths(whole)) };
}

/**
 * A quotient to so many places, halves away from zero, as the number nearest to that.
 * @param numerator an integer @param denominator an integer other than 0
 * @throws RangeError when one of them is no integer, or the denominator is 0
 */
export function quotient(numerator: number, denominator: number, places = 0): number {
  const units = divideRounded(BigInt(numerator) * 10n ** BigInt(places), BigInt(denominator));
  return Number(formatDecimal({ units, scale: places }));
}
