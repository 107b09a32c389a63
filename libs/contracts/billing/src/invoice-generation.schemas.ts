import { Id } from '@psa/contract-kit';
import { z } from 'zod';
import { InvoiceItem } from './invoice.schemas.ts';
import { Amount, CurrencyCode } from './money-fields.ts';

const windowDay = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: 'must be an ISO 8601 date' })
  .transform((text) => text.slice(0, 10))
  .meta({ override: { type: 'string', examples: ['2026-06-01'] } });

const ContentHash = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

const window = {
  client_id: Id.optional().describe('Client that is billed'),
  period_start: windowDay.optional().describe('First day of the window'),
  period_end: windowDay.optional().describe('Day after the last one, at most 366 days later'),
  billing_cycle_id: Id.optional().describe('Instead of client and window: a cycle that no invoice bills'),
  currency_code: CurrencyCode.optional().describe('ISO 4217 code; the default currency when absent'),
};

export const GenerateInvoice = z
  .object({
    ...window,
    leave_unapproved: z.boolean().default(false).describe('Bills without the work of the window that nobody has approved yet'),
    finalize: z.boolean().default(false).describe('Whether it becomes final at once; needs `invoice:finalize`'),
    content_hash: ContentHash.optional().describe('That of the preview: 409 when the content has changed since'),
  })
  .meta({ id: 'GenerateInvoice' });
export type GenerateInvoice = z.infer<typeof GenerateInvoice>;

export const PreviewInvoice = z.object(window).meta({ id: 'PreviewInvoice' });
export type PreviewInvoice = z.infer<typeof PreviewInvoice>;

export const InvoicePreview = z
  .object({
    client_id: Id.describe('Client that would be billed'),
    currency_code: z.string().describe('ISO 4217 code'),
    billing_period_start: z.string().describe('First day of the window'),
    billing_period_end: z.string().describe('Day after the last one'),
    subtotal: Amount.describe('Sum of all lines before tax'),
    tax: Amount.describe('Tax'),
    total_amount: Amount.describe('Subtotal and tax'),
    items: z.array(InvoiceItem.omit({ item_id: true, invoice_id: true })).describe('The lines'),
    time_entries: z.int().describe('How many time entries they bill'),
    unapproved_minutes: z.int().describe('Minutes of billable work of the window that nobody has approved yet'),
    content_hash: z.string().describe('SHA-256 of what would be billed: equal as long as nothing that it depends on changes'),
  })
  .meta({ id: 'InvoicePreview' });
