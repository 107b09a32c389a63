import { allocate, divideRounded, fromMillionths, toMillionths, toMinorNumber } from '@psa/money';

/** A line of a final invoice. Amounts are in minor units, quantities of one have six places. */
export interface CreditableLine {
  readonly item_id: string;
  readonly quantity: number;
  /** What was billed after discounts, before tax. */
  readonly net: number;
  readonly tax: number;
  /** How many of it credit notes took off before. */
  readonly credited_quantity: number;
  /** What credit notes came to, by quantity or by amount. */
  readonly credited_net: number;
  readonly credited_tax: number;
  /** What of that was by amount. */
  readonly credited_net_by_amount: number;
  readonly credited_tax_by_amount: number;
}

export interface CreditedLine {
  readonly item_id: string;
  readonly quantity: number;
  readonly net: number;
  readonly tax: number;
  /** Whether an amount was credited; the quantity then is 1. */
  readonly is_by_amount: boolean;
}

/** How many of a line can still be credited. */
export function remainingOf({ quantity, credited_quantity }: CreditableLine): number {
  return fromMillionths(toMillionths(quantity) - toMillionths(credited_quantity));
}

/** What of a line can still be credited with its tax. */
export function remainingAmountOf({ net, tax, credited_net, credited_tax }: CreditableLine): number {
  return net + tax - credited_net - credited_tax;
}

/**
 * What crediting some of a line comes to: the difference of two rounded running totals, so that credit notes for all of it, in
 * whatever parts and order, sum to what was billed. What was credited by amount is missing in the end; the last one takes what is left.
 * @throws RangeError when there is not so much left
 */
export function creditOf(line: CreditableLine, quantity: number): CreditedLine {
  const [whole, before, now] = [toMillionths(line.quantity), toMillionths(line.credited_quantity), toMillionths(quantity)];
  const after = before + now;
  if (after > whole) throw new RangeError('There is not so much left of the line');
  const part = (amount: number, credited: number, byAmount: number) => {
    const left = amount - credited;
    if (after === whole) return left;
    const upTo = Number(divideRounded(BigInt(amount) * after, whole));
    return Math.min(upTo - (credited - byAmount), left);
  };
  return {
    item_id: line.item_id,
    quantity,
    net: part(line.net, line.credited_net, line.credited_net_by_amount),
    tax: part(line.tax, line.credited_tax, line.credited_tax_by_amount),
    is_by_amount: false,
  };
}

/**
 * What crediting an amount with its tax comes to: tax in proportion to what is left of both.
 * @throws RangeError when there is not so much left
 */
export function creditAmountOf(line: CreditableLine, amount: number): CreditedLine {
  const left = remainingAmountOf(line);
  if (amount > left) throw new RangeError('There is not so much left of the line');
  const leftOfTax = line.tax - line.credited_tax;
  const tax = left === 0 ? 0 : toMinorNumber(divideRounded(BigInt(leftOfTax) * BigInt(amount), BigInt(left)));
  return { item_id: line.item_id, quantity: 1, net: amount - tax, tax, is_by_amount: true };
}

/** Splits an amount with its tax over lines in proportion to what is left of each. @throws RangeError when there is not so much left */
export function creditAcross(lines: readonly CreditableLine[], amount: number): CreditedLine[] {
  const left = lines.map((line) => BigInt(remainingAmountOf(line)));
  if (left.reduce((sum, part) => sum + part, 0n) < BigInt(amount)) throw new RangeError('There is not so much left of the invoice');
  const parts = allocate(BigInt(amount), left);
  return lines.map((line, index) => creditAmountOf(line, toMinorNumber(parts[index] ?? 0n)));
}
