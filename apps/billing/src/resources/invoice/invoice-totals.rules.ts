import type { BillingSettings } from '@psa/contracts-billing';
import { allocate, percentageOf, priceOf, priceOfMinutes, sumOf } from '@psa/money';

/** What a line of an invoice costs before discounts and tax. */
export interface ChargeInput {
  /** Minor units of one, as decimal text. */
  readonly rate: string;
  readonly quantity: string;
  /** Minutes of work; then the rate is of an hour and the quantity only shown. */
  readonly minutes?: bigint | undefined;
  /** Region and percentage it is taxed by; null when it is not taxable. */
  readonly tax: { readonly region: string; readonly percentage: string } | null;
}

/** A discount on one charge, or on the whole invoice. */
export interface DiscountInput {
  /** Place of the charge among the charges; null for the whole invoice. */
  readonly charge: number | null;
  readonly type: 'percentage' | 'fixed';
  /** Percent as decimal text, or minor units. */
  readonly value: string;
  /** Whether it takes off no more than there is, instead of being refused. */
  readonly isClamped?: boolean;
}

export interface ChargeTotals {
  readonly gross: bigint;
  readonly discount: bigint;
  readonly net: bigint;
  readonly tax: bigint;
}

export interface InvoiceTotals {
  readonly charges: readonly ChargeTotals[];
  /** What each discount takes off, in the order given. */
  readonly discounts: readonly bigint[];
  readonly subtotal: bigint;
  readonly tax: bigint;
  readonly total: bigint;
}

/** A discount takes more than there is. */
export class DiscountBeyondBase extends Error {
  readonly discount: number;

  /** @param discount its place among the discounts */
  constructor(discount: number) {
    super('A discount is greater than what it applies to');
    this.discount = discount;
  }
}

/**
 * What an invoice comes to. Each charge is rounded once; discounts on charges come first, then those on the whole, each in the order
 * given; tax is on what is left.
 * @param rounding `group` rounds tax once for each region and percentage and allocates it to the charges by largest remainder, `line`
 *   rounds it on each charge
 * @throws DiscountBeyondBase, RangeError when a text is no decimal number
 */
export function invoiceTotals(
  charges: readonly ChargeInput[],
  discounts: readonly DiscountInput[],
  rounding: BillingSettings['tax_rounding'] = 'group',
): InvoiceTotals {
  const gross = charges.map(({ rate, quantity, minutes }) =>
    minutes === undefined ? priceOf(rate, quantity) : priceOfMinutes(rate, minutes),
  );
  const net = [...gross];
  const off = discounts.map(() => 0n);
  const indexed = discounts.map((discount, index) => ({ ...discount, index }));
  for (const discount of indexed.filter(({ charge }) => charge !== null)) {
    const place = discount.charge ?? 0;
    const base = net[place];
    if (base === undefined) throw new RangeError(`There is no charge ${place}`);
    const taken = discountOn(base, discount);
    off[discount.index] = taken;
    net[place] = base - taken;
  }
  for (const discount of indexed.filter(({ charge }) => charge === null)) {
    const taken = discountOn(sumOf(net), discount);
    off[discount.index] = taken;
    if (taken === 0n) continue;
    for (const [place, part] of allocate(taken, net).entries()) net[place] = (net[place] ?? 0n) - part;
  }
  const tax = rounding === 'line' ? taxesByLine(charges, net) : taxesByGroup(charges, net);
  const [subtotal, taxed] = [sumOf(net), sumOf(tax)];
  return {
    charges: net.map((amount, place) => {
      const before = gross[place] ?? 0n;
      return { gross: before, discount: before - amount, net: amount, tax: tax[place] ?? 0n };
    }),
    discounts: off,
    subtotal,
    tax: taxed,
    total: subtotal + taxed,
  };
}

function discountOn(base: bigint, { type, value, isClamped, index }: DiscountInput & { readonly index: number }): bigint {
  const amount = type === 'percentage' ? percentageOf(base, value) : priceOf(value, '1');
  if (isClamped === true && amount > base) return base;
  if (amount < 0n || amount > base) throw new DiscountBeyondBase(index);
  return amount;
}

function taxesByLine(charges: readonly ChargeInput[], net: readonly bigint[]): bigint[] {
  return charges.map(({ tax }, place) => (tax === null ? 0n : percentageOf(net[place] ?? 0n, tax.percentage)));
}

/** Tax of each charge, rounded once for each region and percentage. @param net what each charge comes to after discounts */
export function taxesByGroup(charges: readonly Pick<ChargeInput, 'tax'>[], net: readonly bigint[]): bigint[] {
  const tax = charges.map(() => 0n);
  const taxable = charges.flatMap((charge, place) => (charge.tax === null ? [] : [{ ...charge.tax, place }]));
  for (const group of Map.groupBy(taxable, ({ region, percentage }) => JSON.stringify([region, percentage])).values()) {
    const bases = group.map(({ place }) => net[place] ?? 0n);
    const parts = allocate(percentageOf(sumOf(bases), group[0]?.percentage ?? '0'), bases);
    for (const [index, { place }] of group.entries()) tax[place] = parts[index] ?? 0n;
  }
  return tax;
}
