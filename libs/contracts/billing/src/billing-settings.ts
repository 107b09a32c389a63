import { z } from 'zod';
import { CurrencyCode } from './money-fields.ts';

export const creditOrders = ['expiration_first', 'oldest_first', 'newest_first'] as const;
export type CreditOrder = (typeof creditOrders)[number];

const fields = {
  default_currency: CurrencyCode.describe('ISO 4217 code of what names none'),
  require_approval: z.boolean().describe('Whether drafts must be approved before they are finalized'),
  enable_credit_expiration: z.boolean().describe('Whether credit ends some day'),
  credit_expiration_days: z.int().min(1).max(3_650).describe('Days after which it ends unless it names a day itself'),
  credit_application_order: z.enum(creditOrders).describe('Which credit is used first'),
  auto_apply_credit: z.boolean().describe('Whether credit pays for invoices as soon as they are final'),
};

export const BillingSettings = z.object(fields).meta({ id: 'BillingSettings' });
export type BillingSettings = z.infer<typeof BillingSettings>;

export const UpdateBillingSettings = z.object(fields).partial().meta({ id: 'UpdateBillingSettings' });
export type UpdateBillingSettings = z.infer<typeof UpdateBillingSettings>;
