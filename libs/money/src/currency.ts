import { type Decimal, DECIMAL_PLACES, decimalOf, formatDecimal, roundDecimal } from './decimal.ts';

/** Currencies whose minor unit is not a hundredth, by ISO 4217 (list one, 2026). */
const DIGITS: Readonly<Record<string, number>> = Object.fromEntries([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'].map((code) => [
    code,
    0,
  ]),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3]),
  ...['CLF', 'UYW'].map((code) => [code, 4]),
]) as Record<string, number>;

const KNOWN: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('currency'), ...Object.keys(DIGITS)]);

/** Whether it is the code of a currency, such as `EUR`. */
export function isCurrency(code: string): boolean {
  return KNOWN.has(code);
}

/** Digits of a currency's minor unit: 2 for EUR, 0 for JPY, 3 for KWD. @throws RangeError when there is no such currency */
export function minorDigits(code: string): number {
  if (!isCurrency(code)) throw new RangeError(`There is no currency ${code}`);
  return Object.hasOwn(DIGITS, code) ? (DIGITS[code] as number) : 2;
}

/**
 * An amount as people read it.
 * @param minor minor units, such as cents
 * @param locale BCP 47
 */
export function formatMoney(minor: bigint | number, currency: string, locale = 'en-US'): string {
  const digits = minorDigits(currency);
  const style = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // As text: a number would lose the last digits of large amounts.
  return style.format(minorToMajor(BigInt(minor), currency) as Intl.StringNumericLiteral);
}

/**
 * A price of one as people read it: with all its digits, as it may have parts of a minor unit.
 * @param rate minor units with up to six decimal places
 * @param locale BCP 47
 */
export function formatRate(rate: number, currency: string, locale = 'en-US'): string {
  const digits = minorDigits(currency);
  const style = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits + DECIMAL_PLACES,
  });
  return style.format(rateToMajor(rate, currency) as Intl.StringNumericLiteral);
}

/** A price of one in whole units as a decimal text: `0.00125` for 0.125 EUR cents. @param rate minor units with up to six decimal places */
export function rateToMajor(rate: number, currency: string): string {
  const digits = minorDigits(currency);
  const { units, scale } = decimalOf(rate);
  const [whole = '0', fraction = ''] = formatDecimal({ units, scale: scale + digits }).split('.');
  const shown = fraction.padEnd(digits, '0');
  return shown === '' ? whole : `${whole}.${shown}`;
}

/** An amount of minor units in whole units as a decimal text: `12.34` for 1234 EUR cents. */
export function minorToMajor(minor: bigint, currency: string): string {
  const digits = minorDigits(currency);
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const sign = minor < 0n ? '-' : '';
  return digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${text.slice(text.length - digits)}`;
}

/** An amount of whole units in minor units, halves away from zero: 1234 for 12.34 EUR. @throws RangeError when there is no such currency */
export function majorToMinor({ units, scale }: Decimal, currency: string): bigint {
  return roundDecimal({ units: units * 10n ** BigInt(minorDigits(currency)), scale });
}
