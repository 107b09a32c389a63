import { intersectPeriods, type Period } from '@psa/calendar';
import { prorate, toMinorNumber } from '@psa/money';
import { v7 as uuidv7 } from 'uuid';
import type { DiscountRecord } from '../discount/discount.records.ts';
import type { Line } from '../invoice/invoice-lines.actions.ts';

/** A discount as it was agreed with a client. */
export type DiscountTerms = Pick<
  DiscountRecord,
  'discount_name' | 'contract_line_id' | 'discount_type' | 'discount_percentage' | 'amount' | 'start_date' | 'end_date'
>;

const FOR_EVER = '9999-12-31';

/**
 * The lines that take discounts off what is billed, in the order of the discounts: one on the whole invoice while it holds on a day
 * of it, one on a contract line from each of its lines whose days it holds on. A fixed one is taken off fees alone, so that each is
 * cheaper once.
 * @param lines with the ids that discounts refer to
 */
export function discountLines(discounts: readonly DiscountTerms[], lines: readonly Line[], invoice: Period): Line[] {
  return discounts.flatMap((discount) => {
    if (discount.contract_line_id === null) return holdsOn(discount, invoice) ? [lineOf(discount, null)] : [];
    return lines
      .filter((line) => isTakenOff(discount, line))
      .map((line) => lineOf(discount, line))
      .filter(({ unit_price }) => unit_price !== 0);
  });
}

function isTakenOff(discount: DiscountTerms, line: Line): boolean {
  if (line.contract_line_id !== discount.contract_line_id) return false;
  // The fee of a line is for none of its services.
  if (discount.discount_type === 'fixed' && line.service_id) return false;
  const { service_period_start: start, service_period_end: end } = line;
  return Boolean(start && end && holdsOn(discount, { start, end }));
}

function holdsOn({ start_date, end_date }: DiscountTerms, period: Period): boolean {
  return intersectPeriods(period, { start: start_date, end: end_date ?? FOR_EVER }) !== undefined;
}

function lineOf(discount: DiscountTerms, target: Line | null): Line {
  const { discount_name, discount_type, discount_percentage, start_date, end_date } = discount;
  const amount = amountOff(discount, target);
  return {
    item_id: uuidv7(),
    description: discount_name,
    quantity: 1,
    is_manual: false,
    is_discount: true,
    discount_type,
    discount_percentage,
    ...(amount !== null && { unit_price: amount }),
    applies_to_item_id: target?.item_id ?? null,
    contract_line_id: discount.contract_line_id,
    explanation: `${discount_type === 'percentage' ? `${discount_percentage} percent` : 'Amount'} agreed from ${start_date}${end_date === null ? '' : ` to before ${end_date}`}, off ${target === null ? 'the whole invoice' : target.description}`,
  };
}

/** Minor units of a fixed discount; of a fee that is split each part has its part of it. */
function amountOff({ amount }: DiscountTerms, target: Line | null): number | null {
  const part = target?.part_of_fee;
  if (amount === null || part === undefined || part.of === 0) return amount;
  return toMinorNumber(prorate(BigInt(amount), part.from, part.to, part.of));
}
