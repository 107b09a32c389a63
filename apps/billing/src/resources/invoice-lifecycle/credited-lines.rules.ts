import { divideRounded, fromMillionths, toMillionths } from '@psa/money';

/** A line of a final invoice. Amounts are in minor units, quantities of one have six places. */
export interface CreditableLine {
  readonly item_id: string;
  readonly quantity: number;
  /** What was billed after discounts, before tax. */
  readonly net: number;
  readonly tax: number;
  /** How many of it credit notes took off before. */
  readonly credited_quantity: number;
  /** What these came to. */
  readonly credited_net: number;
  readonly credited_tax: number;
}

export interface CreditedLine {
  readonly item_id: string;
  readonly quantity: number;
  readonly net: number;
  readonly tax: number;
}

/** How many of a line can still be credited. */
export function remainingOf({ quantity, credited_quantity }: CreditableLine): number {
  return fromMillionths(toMillionths(quantity) - toMillionths(credited_quantity));
}

/**
 * What crediting some of a line comes to: the difference of two rounded running totals, so that credit notes for all of it, in
 * whatever parts and order, sum to what was billed.
 * @throws RangeError when there is not so much left
 */
export function creditOf(line: CreditableLine, quantity: number): CreditedLine {
  const [whole, before, now] = [toMillionths(line.quantity), toMillionths(line.credited_quantity), toMillionths(quantity)];
  const after = before + now;
  if (after > whole) throw new RangeError('There is not so much left of the line');
  const upTo = (amount: number) => Number(whole === 0n ? BigInt(amount) : divideRounded(BigInt(amount) * after, whole));
  return {
    item_id: line.item_id,
    quantity,
    net: upTo(line.net) - line.credited_net,
    tax: upTo(line.tax) - line.credited_tax,
  };
}
