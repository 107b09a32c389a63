import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  wholeAndFraction,
  rateToMajor,
  formatRate,
  addDecimals,
  allocate,
  decimalOf,
  type Decimal,
  divideRounded,
  formatDecimal,
  formatMoney,
  fromMillionths,
  isCurrency,
  majorToMinor,
  minorDigits,
  minorToMajor,
  multiplyDecimals,
  parseDecimal,
  percentageOf,
  priceOf,
  priceOfMinutes,
  prorate,
  quotient,
  roundDecimal,
  sumOf,
  tieredPrice,
  toMillionths,
  toMinorNumber,
} from './index.ts';

const amounts = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n });
const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 20 });
const decimals: fc.Arbitrary<Decimal> = fc.record({ units: fc.bigInt({ min: 0n, max: 10n ** 9n }), scale: fc.integer({ min: 0, max: 6 }) });

describe('decimal numbers', () => {
  it('are read and written without losing anything', () => {
    for (const [text, written] of [
      ['0', '0'],
      ['-0.00', '0'],
      ['007.50', '7.5'],
      ['-12.345678', '-12.345678'],
      ['999999999999999999', '999999999999999999'],
    ] as const)
      expect(formatDecimal(parseDecimal(text))).toBe(written);
    fc.assert(fc.property(decimals, (decimal) => formatDecimal(parseDecimal(formatDecimal(decimal))) === formatDecimal(decimal)));
  });

  it.each(['', '1.', '.5', '1e3', '0x1', '1,5', ' 1', '--1', '1.1234567', 'NaN', '1'.repeat(19)])('are not %j', (text) => {
    expect(() => parseDecimal(text)).toThrow(RangeError);
  });

  it('say what is wrong with a text that is none', () => {
    expect(() => parseDecimal('1e3')).toThrow('"1e3" is no decimal number');
    expect(() => parseDecimal('1.125', 2)).toThrow('"1.125" has more than 2 decimal places');
  });

  it('are added and multiplied exactly, whatever their scales', () => {
    const [coarse, fine] = [parseDecimal('1.5'), parseDecimal('-2.25')];
    expect(formatDecimal(addDecimals(coarse, fine))).toBe('-0.75');
    expect(formatDecimal(addDecimals(fine, coarse))).toBe('-0.75');
    expect(formatDecimal(multiplyDecimals(coarse, fine))).toBe('-3.375');
  });

  it('round halves away from zero', () => {
    for (const [numerator, denominator, rounded] of [
      [5n, 2n, 3n],
      [-5n, 2n, -3n],
      [5n, -2n, -3n],
      [4n, 3n, 1n],
      [5n, 3n, 2n],
      [0n, 7n, 0n],
    ] as const)
      expect(divideRounded(numerator, denominator)).toBe(rounded);
    expect(() => divideRounded(1n, 0n)).toThrow(RangeError);
    expect(() => divideRounded(0n, 0n)).toThrow(RangeError);
    fc.assert(
      fc.property(amounts, fc.bigInt({ min: 1n, max: 10n ** 6n }), (numerator, denominator) => {
        const distance = divideRounded(numerator, denominator) * denominator - numerator;
        return 2n * (distance < 0n ? -distance : distance) <= denominator;
      }),
    );
  });
});

describe('amounts', () => {
  it('are priced with one rounding', () => {
    expect(priceOf('12.5', '3')).toBe(38n);
    expect(priceOf('-12.5', '3')).toBe(-38n);
    expect(priceOf('0.333333', '3')).toBe(1n);
    expect(priceOf('2.5', '2.5')).toBe(6n);
    expect(priceOfMinutes('10000', 20n)).toBe(3333n);
    expect(priceOfMinutes('100.5', 90n)).toBe(151n);
    expect(percentageOf(1005n, '10')).toBe(101n);
    expect(percentageOf(-1005n, '10')).toBe(-101n);
    expect(percentageOf(100_00n, '8.1')).toBe(8_10n);
  });

  it('sum, and become numbers as long as those are exact', () => {
    expect(sumOf([])).toBe(0n);
    expect(sumOf([1n, -3n])).toBe(-2n);
    expect(toMinorNumber(-12n)).toBe(-12);
    expect(() => toMinorNumber(2n ** 53n)).toThrow(new RangeError('9007199254740992 is too large an amount'));
  });
});

describe('an allocation', () => {
  it('sums to the total, each part less than one unit from its exact share', () => {
    fc.assert(
      fc.property(amounts, weights, (total, given) => {
        const parts = allocate(total, given);
        expect(sumOf(parts)).toBe(total);
        const sum = sumOf(given);
        if (sum === 0n) return;
        for (const [index, part] of parts.entries()) {
          const distance = part * sum - total * given[index]!;
          expect(distance < 0n ? -distance : distance).toBeLessThan(sum);
        }
      }),
    );
  });

  it('does not depend on the order of its parts', () => {
    const text = (parts: bigint[], given: readonly bigint[]) =>
      parts
        .map((part, index) => `${given[index]}:${part}`)
        .sort()
        .join();
    fc.assert(
      fc.property(amounts, weights, (total, given) => {
        const reversed = given.toReversed();
        expect(text(allocate(total, reversed), reversed)).toBe(text(allocate(total, given), given));
      }),
    );
  });

  it.each<[string, bigint, bigint[], bigint[]]>([
    ['the largest remainder', 10n, [3n, 3n, 1n], [4n, 4n, 2n]],
    ['the largest remainder of a credit', -10n, [3n, 3n, 1n], [-4n, -4n, -2n]],
    ['the larger weight of equal remainders', 10n, [1n, 1n, 4n], [2n, 1n, 7n]],
    ['the earlier part of equal weights', 11n, [4n, 1n, 1n, 1n], [6n, 2n, 2n, 1n]],
  ])('gives what is left to %s', (_, total, given, parts) => {
    expect(allocate(total, given)).toEqual(parts);
  });

  it('is equal where no part weighs anything, and impossible without parts', () => {
    expect(allocate(10n, [0n, 0n, 0n])).toEqual([4n, 3n, 3n]);
    expect(() => allocate(1n, [])).toThrow('There is nothing to allocate to');
    expect(() => allocate(1n, [1n, -1n])).toThrow(new RangeError('A weight is negative'));
  });
});

describe('prorating', () => {
  it('splits a period wherever it is cut, and loses nothing', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 1, max: 366 }), fc.array(fc.nat(366), { maxLength: 5 }), (total, days, cuts) => {
        const edges = [0, ...cuts.filter((cut) => cut <= days).sort((a, b) => a - b), days];
        const parts = edges.slice(1).map((edge, index) => prorate(total, edges[index]!, edge, days));
        expect(sumOf(parts)).toBe(total);
      }),
    );
  });

  it('refuses days outside the period', () => {
    for (const [from, to, days] of [
      [-1, 2, 3],
      [2, 1, 3],
      [0, 4, 3],
      [0, 0, 0],
    ] as const)
      expect(() => prorate(1n, from, to, days)).toThrow(new RangeError(`Days ${from} to ${to} are not part of ${days}`));
  });
});

describe('tiers', () => {
  const tiers = [
    { from: parseDecimal('0'), rate: parseDecimal('100') },
    { from: parseDecimal('10'), rate: parseDecimal('80') },
    { from: parseDecimal('100'), rate: parseDecimal('50.5') },
  ];
  const price = (quantity: string, mode: 'graduated' | 'volume') => roundDecimal(tieredPrice(tiers, parseDecimal(quantity), mode));

  it('price each part at its own rate, or all of it at the rate it reaches', () => {
    expect(price('10', 'graduated')).toBe(1000n);
    expect(price('12.5', 'graduated')).toBe(1200n);
    expect(price('101', 'graduated')).toBe(1000n + 7200n + 51n);
    expect(price('9.5', 'volume')).toBe(950n);
    expect(price('10', 'volume')).toBe(800n);
  });

  it('graduated, never cost less for more, nor jump at an edge', () => {
    fc.assert(
      fc.property(decimals, decimals, (quantity, more) => {
        const at = (amount: Decimal) => tieredPrice(tiers, amount, 'graduated');
        const [less, greater] = [at(quantity), at(addDecimals(quantity, more))];
        const scale = Math.max(less.scale, greater.scale);
        expect(less.units * 10n ** BigInt(scale - less.scale) <= greater.units * 10n ** BigInt(scale - greater.scale)).toBe(true);
      }),
    );
    expect(price('99.999999', 'graduated')).toBe(price('100', 'graduated'));
  });

  it('begin at 0 and ascend', () => {
    const begin = new RangeError('The first tier begins at 0');
    const ascend = new RangeError('The tiers do not ascend');
    expect(() => tieredPrice([], parseDecimal('1'), 'volume')).toThrow(begin);
    expect(() => tieredPrice(tiers.slice(1), parseDecimal('1'), 'volume')).toThrow(begin);
    expect(() => tieredPrice([tiers[0]!, tiers[2]!, tiers[1]!], parseDecimal('1'), 'volume')).toThrow(ascend);
    expect(() => tieredPrice([tiers[0]!, tiers[1]!, tiers[1]!], parseDecimal('1'), 'volume')).toThrow(ascend);
  });
});

describe('currencies', () => {
  it('have the minor units of ISO 4217', () => {
    expect(['EUR', 'JPY', 'KWD', 'IQD', 'CLF'].map(minorDigits)).toEqual([2, 0, 3, 3, 4]);
    expect(isCurrency('XXQ')).toBe(false);
    expect(() => minorDigits('toString')).toThrow(new RangeError('There is no currency toString'));
  });

  it('are read back from whole units as they were, and rounded where they have more digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.constantFrom('JPY', 'EUR', 'KWD'), (minor, currency) => {
        expect(majorToMinor(parseDecimal(minorToMajor(minor, currency)), currency)).toBe(minor);
      }),
    );
    expect([majorToMinor(parseDecimal('0.5'), 'JPY'), majorToMinor(parseDecimal('-1.005'), 'EUR')]).toEqual([1n, -101n]);
  });

  it('are written exactly, however large the amount', () => {
    expect(formatMoney(123456, 'USD')).toBe('$1,234.56');
    expect(formatMoney(-5, 'EUR', 'de-DE')).toBe('-0,05\u00a0€');
    expect(formatMoney(1234, 'JPY')).toBe('¥1,234');
    expect(formatMoney(0, 'EUR')).toBe('€0.00');
    expect(formatMoney(9007199254740993n, 'KWD')).toBe('KWD\u00a09,007,199,254,740.993');
  });

  it.each([
    [0.125, 'EUR', '0.00125', '€0.00125'],
    [12_000, 'EUR', '120.00', '€120.00'],
    [0.5, 'JPY', '0.5', '¥0.5'],
    [900, 'JPY', '900', '¥900'],
    [1.5, 'KWD', '0.0015', 'KWD 0.0015'],
    [-2_050, 'USD', '-20.50', '-$20.50'],
  ])('have prices with parts of a minor unit: %d %s is %s', (rate, currency, major, shown) => {
    expect(rateToMajor(rate, currency)).toBe(major);
    expect(formatRate(rate, currency).replace('\u00a0', ' ')).toBe(shown);
  });

  it('split a price before and behind the point, and put it together again', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), fc.integer({ min: 0, max: 999_999 }), (whole, millionths) => {
        const price = fromMillionths(BigInt(whole) * 1_000_000n + BigInt(millionths));
        const parts = wholeAndFraction(price);
        expect(toMillionths(parts.whole) + toMillionths(parts.fraction)).toBe(toMillionths(price));
        expect(Math.abs(parts.fraction)).toBeLessThan(1);
      }),
    );
  });

  it('reads numbers as they are meant, and divides and counts in millionths without loss', () => {
    expect(decimalOf(12.5)).toEqual({ units: 125n, scale: 1 });
    expect(decimalOf(5e-324, 4)).toEqual({ units: 0n, scale: 0 });
    expect([quotient(20, 60, 6), quotient(-1, 2), quotient(1, 3, 1)]).toEqual([0.333333, -1, 0.3]);
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (units) => {
        expect(toMillionths(fromMillionths(BigInt(units)))).toBe(BigInt(units));
      }),
    );
  });
});
