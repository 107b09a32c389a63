import { z } from 'zod';

/** How often something is billed. */
export const BillingFrequency = z.enum(['weekly', 'bi-weekly', 'monthly', 'quarterly', 'semi-annually', 'annually']);
export type BillingFrequency = z.infer<typeof BillingFrequency>;

export const ContractLineType = z.enum(['Fixed', 'Hourly', 'Usage']);
export type ContractLineType = z.infer<typeof ContractLineType>;

/** An amount of money that is not negative, in minor units. */
export const MinorUnits = z.int().min(0);

/** A list filter with a lower or upper bound. */
export const QueryCount = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number)
  .meta({ override: { type: 'integer', minimum: 0 } });
