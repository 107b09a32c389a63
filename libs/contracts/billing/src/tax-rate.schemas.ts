import { Id, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

/** Four decimals are what the tax tables of the world need. */
const Percentage = z.number().min(0).max(100).multipleOf(0.0001);

const writable = {
  region_code: z.string().trim().min(1).max(50).describe('Region it applies in'),
  tax_percentage: Percentage.describe('Percent of the taxed amount, with up to four decimals'),
  description: z.string().trim().max(2048).nullish().describe('What it is').meta({ example: 'Standard rate' }),
  start_date: z.iso.date().describe('First day it applies'),
  end_date: z.iso.date().nullish().describe('First day it no longer applies; null while that is open'),
};

export const TaxRate = z
  .object({
    tax_rate_id: Id.describe('Identifies the tax rate'),
    region_code: writable.region_code,
    tax_percentage: writable.tax_percentage,
    description: z.string().nullable().describe('What it is'),
    start_date: writable.start_date,
    end_date: z.iso.date().nullable().describe('First day it no longer applies; null while that is open'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'TaxRate' });
export type TaxRate = z.infer<typeof TaxRate>;

export const CreateTaxRate = z.object(writable).meta({ id: 'CreateTaxRate' });
export type CreateTaxRate = z.infer<typeof CreateTaxRate>;

export const UpdateTaxRate = z.object(writable).partial().meta({ id: 'UpdateTaxRate' });
export type UpdateTaxRate = z.infer<typeof UpdateTaxRate>;

export const TaxRateListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'region_code', 'start_date'],
  defaultSort: 'created_at',
  filters: {
    region_code: z.string().max(50).optional().describe('Exactly this region'),
    on_date: z.iso.date().optional().describe('Only rates that apply on this day'),
    effective_date: z.iso.date().optional().describe('Alias of on_date'),
    is_active: QueryBoolean.optional().describe('Whether they apply today, in UTC'),
  },
});
export type TaxRateListQuery = z.infer<typeof TaxRateListQuery>;
