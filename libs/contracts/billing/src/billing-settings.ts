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
  seller_name: z.string().trim().min(1).max(200).nullable().describe('Who bills, at the head of invoices'),
  seller_address: z.string().trim().min(1).max(1_000).nullable().describe('Address of who bills, a line each'),
  seller_tax_id: z.string().trim().min(1).max(100).nullable().describe('Tax number of who bills'),
  payment_instructions: z.string().trim().min(1).max(2_000).nullable().describe('How invoices are to be paid, at their foot'),
  auto_apply_credit: z.boolean().describe('Whether credit pays for invoices as soon as they are final'),
};

export const BillingSettings = z.object(fields).meta({ id: 'BillingSettings' });
export type BillingSettings = z.infer<typeof BillingSettings>;

export const UpdateBillingSettings = z.object(fields).partial().meta({ id: 'UpdateBillingSettings' });
export type UpdateBillingSettings = z.infer<typeof UpdateBillingSettings>;
