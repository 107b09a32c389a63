import type { Discount } from '@psa/contracts-billing';
import type { DiscountRecord } from './discount.records.ts';

/** A row as the API shows it. */
export function toDiscount({ version: _, ...row }: DiscountRecord): Discount {
  return row;
}
