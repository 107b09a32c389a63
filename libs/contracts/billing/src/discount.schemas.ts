import { EXAMPLE_ID, Id, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { Percentage, PositiveAmount } from './money-fields.ts';

const Day = z.iso.date();
const DiscountType = z.enum(['percentage', 'fixed']);

export const Discount = z
  .object({
    discount_id: Id.describe('Identifies the discount'),
    discount_name: z.string().describe('Name, as invoices show it'),
    client_id: Id.describe('Client it is for'),
    contract_line_id: Id.nullable().describe('Contract line it is on; the whole invoice when null'),
    discount_type: DiscountType.describe('How it is counted'),
    discount_percentage: Percentage.nullable().describe('Percent of a percentage discount'),
    amount: PositiveAmount.nullable().describe('Minor units that a fixed discount takes off each fee of its line'),
    start_date: Day.describe('First day'),
    end_date: Day.nullable().describe('First day it no longer counts; null while that is open'),
    order_number: z.int().describe('Lower ones are taken off first'),
    is_active: z.boolean().describe('Whether it is taken off'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'Discount' });
export type Discount = z.infer<typeof Discount>;

const writable = {
  discount_name: z.string().trim().min(1).max(255).describe('Name, as invoices show it'),
  contract_line_id: Id.nullish().describe('Contract line it is on; the whole invoice when absent'),
  discount_type: DiscountType.describe('How it is counted'),
  discount_percentage: Percentage.nullish().describe('Percent; required of a percentage discount'),
  amount: PositiveAmount.nullish().describe('Minor units taken off each fee of its contract line; required of a fixed discount'),
  start_date: Day.describe('First day: what is billed for days from then on is cheaper'),
  end_date: Day.nullish().describe('First day it no longer counts; open when absent'),
  order_number: z.int().min(0).max(1_000_000).optional().describe('Lower ones are taken off first; 0 when absent'),
  is_active: z.boolean().optional().describe('Whether it is taken off; true when absent'),
};

export const CreateDiscount = z.object({ client_id: Id.describe('Client it is for'), ...writable }).meta({
  id: 'CreateDiscount',
  example: {
    client_id: EXAMPLE_ID,
    discount_name: 'Loyalty discount',
    discount_type: 'percentage',
    discount_percentage: 10,
    start_date: '2026-06-01',
    end_date: '2027-06-01',
  },
});
export type CreateDiscount = z.infer<typeof CreateDiscount>;

export const UpdateDiscount = z
  .object(writable)
  .partial()
  .meta({
    id: 'UpdateDiscount',
    example: { discount_name: 'Loyalty discount', discount_percentage: 12.5, end_date: '2027-12-01', is_active: true },
  });
export type UpdateDiscount = z.infer<typeof UpdateDiscount>;

export const DiscountListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'discount_name', 'order_number', 'start_date'],
  defaultSort: 'created_at',
  filters: {
    discount_name: z.string().max(255).optional().describe('Part of the name'),
    client_id: Id.optional().describe('Only those of this client'),
    contract_line_id: Id.optional().describe('Only those on this contract line'),
    discount_type: DiscountType.optional().describe('Only those counted so'),
    is_active: QueryBoolean.optional().describe('Whether they are taken off'),
    valid_on: Day.optional().describe('Only those that hold on this day'),
  },
});
export type DiscountListQuery = z.infer<typeof DiscountListQuery>;
