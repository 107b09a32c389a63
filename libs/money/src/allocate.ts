import { divideRounded, type Decimal } from './decimal.ts';
import { sumOf } from './amount.ts';

/**
 * Splits an amount in proportion to weights so that the parts sum to it exactly: by largest remainder (Hare's quota). Of equal
 * remainders the larger weight comes first, then the earlier part.
 * @param weights none negative; all 0 splits into equal parts
 * @returns a part for each weight, each less than one minor unit away from its exact share
 * @throws RangeError when there is no part to split into, or a weight is negative
 */
export function allocate(total: bigint, weights: readonly bigint[]): bigint[] {
  if (weights.length === 0) throw new RangeError('There is nothing to allocate to');
  if (weights.some((weight) => weight < 0n)) throw new RangeError('A weight is negative');
  const sum = sumOf(weights);
  if (sum === 0n)
    return allocate(
      total,
      weights.map(() => 1n),
    );
  const amount = total < 0n ? -total : total;
  const shares = weights.map((weight) => ({
    weight,
    part: (amount * weight) / sum,
    remainder: (amount * weight) % sum,
  }));
  const left = Number(amount - sumOf(shares.map(({ part }) => part)));
  const byRemainder = shares.toSorted((a, b) => compare(b.remainder, a.remainder) || compare(b.weight, a.weight));
  for (const share of byRemainder.slice(0, left)) share.part += 1n;
  return shares.map(({ part }) => (total < 0n ? -part : part));
}

/**
 * The part of a periodic amount that falls on some of the period's days: the parts of any partition of the period sum to the
 * whole, because each is the difference of two rounded running totals.
 * @param from first day, counted from the period's start at 0
 * @param to day after the last one
 * @param days of the whole period
 * @throws RangeError when the days are not part of the period
 */
export function prorate(total: bigint, from: number, to: number, days: number): bigint {
  if (!(0 <= from && from <= to && to <= days && days > 0)) throw new RangeError(`Days ${from} to ${to} are not part of ${days}`);
  const upTo = (day: number) => divideRounded(total * BigInt(day), BigInt(days));
  return upTo(to) - upTo(from);
}

/** A price band: from this quantity on, up to where the next one begins. */
export interface PriceTier {
  readonly from: Decimal;
  /** Minor units for one, as a decimal. */
  readonly rate: Decimal;
}

/**
 * What a quantity costs in tiers, exactly, in minor units: graduated, where each part of the quantity has the rate of its tier, or
 * by volume, where all of it has the rate of the tier it reaches.
 * @param tiers ascending, the first from 0
 * @returns the numerator over `10^scale`; round it once
 * @throws RangeError when the tiers do not begin at 0 or do not ascend
 */
export function tieredPrice(tiers: readonly PriceTier[], quantity: Decimal, mode: 'graduated' | 'volume'): Decimal {
  const scaleOf = (pick: (tier: PriceTier) => Decimal) => Math.max(quantity.scale, ...tiers.map((tier) => pick(tier).scale));
  const [places, ratePlaces] = [scaleOf(({ from }) => from), scaleOf(({ rate }) => rate)];
  const atScale = ({ units, scale }: Decimal, wanted: number) => units * 10n ** BigInt(wanted - scale);
  const amount = atScale(quantity, places);
  const bands = tiers.map(({ from, rate }) => ({ from: atScale(from, places), rate: atScale(rate, ratePlaces) }));
  if (bands[0]?.from !== 0n) throw new RangeError('The first tier begins at 0');
  if (bands.some(({ from }, index) => index > 0 && from <= (bands[index - 1]?.from ?? 0n))) throw new RangeError('The tiers do not ascend');
  const scale = places + ratePlaces;
  if (mode === 'volume') {
    const reached = bands.findLast(({ from }) => from <= amount) ?? bands[0];
    return { units: amount * (reached?.rate ?? 0n), scale };
  }
  const units = sumOf(
    bands.map(({ from, rate }, index) => {
      const end = bands[index + 1]?.from ?? amount;
      const covered = (end < amount ? end : amount) - from;
      return covered > 0n ? covered * rate : 0n;
    }),
  );
  return { units, scale };
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
