import { TimeZone } from '@psa/contract-kit';
import { z } from 'zod';
import { CurrencyCode } from './money-fields.ts';

export const creditOrders = ['expiration_first', 'oldest_first', 'newest_first'] as const;
export type CreditOrder = (typeof creditOrders)[number];

const TimeOfDay = z.string().regex(/^([01]\d|2[0-4]):[0-5]\d$/, 'must be a time such as 08:00');

const fields = {
  default_currency: CurrencyCode.describe('ISO 4217 code of what names none'),
  require_approval: z.boolean().describe('Whether drafts must be approved before they are finalized'),
  enable_credit_expiration: z.boolean().describe('Whether credit ends some day'),
  credit_expiration_days: z.int().min(1).max(3_650).describe('Days after which it ends unless it names a day itself'),
  credit_application_order: z.enum(creditOrders).describe('Which credit is used first'),
  seller_name: z.string().trim().min(1).max(200).nullable().describe('Who bills, at the head of invoices'),
  seller_address: z.string().trim().min(1).max(1_000).nullable().describe('Address of who bills, a line each'),
  seller_city: z.string().trim().min(1).max(200).nullable().describe('City of who bills, for electronic invoices'),
  seller_postal_code: z.string().trim().min(1).max(32).nullable().describe('Postal code of who bills'),
  seller_country_code: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be a code of ISO 3166 in two letters, such as DE')
    .nullable()
    .describe('Country of who bills, by ISO 3166')
    .meta({ examples: ['IE'] }),
  e_invoice: z
    .enum(['pdf', 'factur-x', 'xrechnung'])
    .describe(
      'Whether the PDF of an invoice has one by EN 16931 or XRechnung 3 inside; then nothing is finalized that lacks what that needs',
    ),
  seller_contact_name: z.string().trim().min(1).max(200).nullable().describe('Whom to ask about invoices'),
  seller_phone: z.string().trim().min(3).max(50).nullable().describe('Phone number for questions about invoices'),
  seller_email: z.email().max(320).nullable().describe('E-mail address for questions about invoices'),
  seller_iban: z
    .string()
    .regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, 'must be an IBAN without spaces')
    .nullable()
    .describe('Account that electronic invoices name for the payment')
    .meta({ examples: ['IE29AIBK93115212345678'] }),
  seller_tax_id: z.string().trim().min(1).max(100).nullable().describe('Tax number of who bills'),
  payment_instructions: z.string().trim().min(1).max(2_000).nullable().describe('How invoices are to be paid, at their foot'),
  business_hours: z
    .object({
      time_zone: TimeZone.describe('IANA name of the zone, such as Europe/Berlin').meta({ examples: ['Europe/Dublin'] }),
      days: z
        .array(z.int().min(1).max(7))
        .min(1)
        .max(7)
        .describe('Days of the week on which work is in hours, from 1 for Monday to 7')
        .meta({ example: [1, 2, 3, 4, 5] }),
      start: TimeOfDay.describe('When they begin').meta({ examples: ['08:00'] }),
      end: TimeOfDay.describe('When they end').meta({ examples: ['18:00'] }),
    })
    .describe('Work at other times is out of hours, which contract lines may charge more for'),
  tax_rounding: z
    .enum(['group', 'line'])
    .describe('Whether tax is rounded once for each region and rate of an invoice, or on each line. Electronic invoices require `group`'),
  zero_dollar_invoice_handling: z
    .enum(['normal', 'finalized'])
    .describe('Whether generated invoices that come to zero stay drafts like others or become final at once'),
  auto_apply_credit: z.boolean().describe('Whether credit pays for invoices as soon as they are final'),
};

export const BillingSettings = z.object(fields).meta({ id: 'BillingSettings' });
export type BillingSettings = z.infer<typeof BillingSettings>;

export const UpdateBillingSettings = z.object(fields).partial().meta({ id: 'UpdateBillingSettings' });
export type UpdateBillingSettings = z.infer<typeof UpdateBillingSettings>;
