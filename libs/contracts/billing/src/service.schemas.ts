import {
  externalIdFilter,
  Id,
  listQuery,
  QueryBoolean,
  rowVersion,
  shownExternalIds,
  Timestamp,
  writableExternalIds,
} from '@psa/contract-kit';
import { z } from 'zod';
import { Rate } from './money-fields.ts';
import { BillingMethod } from './service-type.schemas.ts';

const NUMERIC = /^\d{1,15}(?:\.\d{1,6})?$/;

/** Minor units, as a number or as its digits. */
const RateInput = z
  .union([Rate, z.string().regex(NUMERIC, 'must be a number of minor units')])
  .transform(Number)
  .meta({ override: { type: ['number', 'string'], minimum: 0, examples: [12_000] } });

const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code in capitals')
  .describe('ISO 4217 code');

export const ServicePrice = z
  .object({
    currency_code: Currency,
    rate: Rate.describe('Price of one unit in minor units of that currency, with parts of one for usage alone'),
  })
  .meta({ id: 'ServicePrice' });

const members = {
  service_name: z.string().trim().min(1).max(255).describe('Name'),
  custom_service_type_id: Id.describe('Its service type'),
  billing_method: BillingMethod.describe('How it is counted'),
  unit_of_measure: z.string().trim().min(1).max(128).describe('What one of it is'),
};
const optional = {
  item_kind: z.enum(['service', 'product']),
  is_active: z.boolean(),
  category_id: Id.nullable(),
  tax_rate_id: Id.nullable(),
  description: z.string().trim().max(2048).nullable(),
  sku: z.string().trim().min(1).max(128).nullable(),
  prices: z.array(ServicePrice).max(50),
};

export const Service = z
  .object({
    service_id: Id.describe('Identifies the service'),
    ...shownExternalIds,
    ...rowVersion,
    ...members,
    default_rate: Rate.describe('Price of one unit in minor units'),
    item_kind: optional.item_kind.describe('A service or a product'),
    is_active: optional.is_active.describe('Whether it can be sold'),
    category_id: optional.category_id.describe('Its service category'),
    tax_rate_id: optional.tax_rate_id.describe('Tax rate it falls under; null when it is not taxable'),
    description: optional.description.describe('Free text'),
    sku: optional.sku.describe('Stock keeping unit'),
    prices: optional.prices.describe('Prices by currency'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'Service' });
export type Service = z.infer<typeof Service>;

const uniqueCurrencies = z
  .array(ServicePrice)
  .max(50)
  .refine((prices) => new Set(prices.map(({ currency_code }) => currency_code)).size === prices.length, 'has a currency twice');

const writable = {
  ...writableExternalIds,
  ...members,
  default_rate: RateInput.describe('Price of one unit in minor units, up to six decimal places for usage'),
  item_kind: optional.item_kind.optional().describe('A service, unless told otherwise'),
  is_active: optional.is_active.optional().describe('Whether it can be sold'),
  category_id: optional.category_id.optional().describe('Its service category'),
  tax_rate_id: optional.tax_rate_id.optional().describe('Tax rate it falls under; null when it is not taxable'),
  description: optional.description.optional().describe('Free text'),
  sku: optional.sku.optional().describe('Stock keeping unit, of one service alone'),
  prices: uniqueCurrencies.optional().describe('Prices by currency'),
};

export const CreateService = z.object(writable).meta({ id: 'CreateService' });
export type CreateService = z.infer<typeof CreateService>;

export const UpdateService = z
  .object(writable)
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'has nothing to change')
  .meta({ id: 'UpdateService' });
export type UpdateService = z.infer<typeof UpdateService>;

export const ServiceListQuery = listQuery({
  sort: ['service_name', 'billing_method', 'default_rate', 'created_at'],
  defaultSort: 'service_name',
  filters: {
    ...externalIdFilter,
    item_kind: z.enum(['service', 'product', 'any']).optional().describe('Services, products, or both'),
    is_active: QueryBoolean.optional().describe('Whether it can be sold'),
    billing_method: BillingMethod.optional().describe('Only those counted so'),
    category_id: z
      .union([Id, z.literal('null')])
      .optional()
      .describe('In this category; `null` for those in none'),
    custom_service_type_id: Id.optional().describe('Of this service type'),
  },
});
export type ServiceListQuery = z.infer<typeof ServiceListQuery>;
