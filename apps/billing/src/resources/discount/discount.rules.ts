import { invalidField } from '@psa/contract-kit';
import type { DiscountRecord } from './discount.records.ts';

type Members = Pick<DiscountRecord, 'discount_type' | 'discount_percentage' | 'amount' | 'contract_line_id'>;

/**
 * Checks what depends on how a discount is counted. A fixed one is on a contract line: with each of its fees it is taken once.
 * @throws VALIDATION_ERROR naming the member
 */
export function assertDiscountComplete({ discount_type, discount_percentage, amount, contract_line_id }: Members): void {
  const demand = (member: keyof Members, value: unknown) => {
    if (value === null) throw invalidField(member, `is required of a ${discount_type} discount`, 'required');
  };
  const refuse = (member: keyof Members, value: unknown) => {
    if (value !== null) throw invalidField(member, `does not go with a ${discount_type} discount`);
  };
  if (discount_type === 'percentage') {
    demand('discount_percentage', discount_percentage);
    refuse('amount', amount);
    return;
  }
  demand('amount', amount);
  refuse('discount_percentage', discount_percentage);
  demand('contract_line_id', contract_line_id);
}
