import {
  EXAMPLE_ID,
  externalIdFilter,
  Id,
  Links,
  listQuery,
  QueryBoolean,
  rowVersion,
  shownExternalIds,
  Timestamp,
  writableExternalIds,
} from '@psa/contract-kit';
import { z } from 'zod';
import { Amount, CurrencyCode, MAX_AMOUNT, Percentage, QueryAmount, Quantity, Rate } from './money-fields.ts';

/** Lines of one invoice. */
export const MAX_INVOICE_ITEMS = 1_000;

export const invoiceStatuses = ['draft', 'sent', 'partially_applied', 'paid', 'overdue', 'cancelled'] as const;
export const InvoiceStatus = z.enum(invoiceStatuses);
export type InvoiceStatus = z.infer<typeof InvoiceStatus>;
export const ApprovalStatus = z.enum(['none', 'pending', 'approved', 'rejected']);
export const invoiceTypes = ['standard', 'prepayment', 'credit_note'] as const;
const InvoiceType = z.enum(invoiceTypes);
const DiscountType = z.enum(['percentage', 'fixed']);

export const InvoiceItem = z
  .object({
    item_id: Id.describe('Identifies the line'),
    invoice_id: Id.describe('Its invoice'),
    service_id: Id.nullable().describe('Service that is billed'),
    contract_line_id: Id.nullable().describe('Contract line it is billed by'),
    location_id: Id.nullable().describe('Location of the client it is for'),
    description: z.string().describe('What is billed'),
    quantity: z.number().describe('How many'),
    minutes: z.int().nullable().describe('Minutes of work it bills at an hourly price, of which `quantity` is the hours'),
    explanation: z.string().nullable().describe('How a generated line came about'),
    unit_price: z.number().describe('Price of one in minor units; negative for discounts and credit notes'),
    net_amount: Amount.describe('Quantity times price in minor units, rounded once; negative for discounts'),
    discount_amount: Amount.describe('What discounts take off this line'),
    tax_amount: Amount.describe('Tax on what is left after discounts'),
    total_price: Amount.describe('Net amount and tax; the lines add up to the total of the invoice'),
    is_taxable: z.boolean().describe('Whether tax applies'),
    tax_region: z.string().nullable().describe('Region it is taxed in'),
    tax_rate: z.number().nullable().describe('Percent'),
    is_manual: z.boolean().describe('Entered by hand instead of generated'),
    is_discount: z.boolean().describe('Takes off instead of adding'),
    discount_type: DiscountType.nullable().describe('How the discount is counted'),
    discount_percentage: z.number().nullable().describe('Percent of a percentage discount'),
    applies_to_item_id: Id.nullable().describe('Line the discount is on; null for the whole invoice'),
    applies_to_service_id: Id.nullable().describe('Service whose line the discount is on'),
    corrects_item_id: Id.nullable().describe('Line that a line of a credit note corrects'),
    is_by_amount: z.boolean().describe('Whether a line of a credit note takes off an amount instead of a quantity'),
    service_period_start: z.string().nullable().describe('First day of the service'),
    service_period_end: z.string().nullable().describe('Day after the last day of the service'),
  })
  .meta({ id: 'InvoiceItem' });
export type InvoiceItem = z.infer<typeof InvoiceItem>;

export const Invoice = z
  .object({
    invoice_id: Id.describe('Identifies the invoice'),
    ...shownExternalIds,
    ...rowVersion,
    invoice_number: z.string().nullable().describe('Number; null until it is finalized'),
    client_id: Id.describe('Client that is billed'),
    client_name: z.string().describe('Name of that client, as of the finalization once there was one'),
    invoice_date: z.string().describe('Date of the invoice'),
    due_date: z.string().describe('Last day to pay'),
    currency_code: z.string().describe('ISO 4217 code'),
    subtotal: Amount.describe('Sum of all lines after discounts, before tax'),
    tax: Amount.describe('Tax'),
    total_amount: Amount.describe('Subtotal and tax'),
    amount_paid: Amount.describe('Payments less refunds'),
    credit_applied: Amount.describe('Paid by credit'),
    amount_written_off: Amount.describe('Given up'),
    balance_due: Amount.describe('What is left to pay'),
    status: InvoiceStatus.describe('State; overdue once the due date has passed with a balance left'),
    approval_status: ApprovalStatus.describe('Whether somebody approved it'),
    approval_reason: z.string().nullable().describe('Why it was rejected'),
    finalized_at: Timestamp.nullable().describe('When it became final'),
    voided_at: Timestamp.nullable().describe('When it was voided'),
    sent_at: Timestamp.nullable().describe('When it was last sent by mail'),
    void_reason: z.string().nullable().describe('Why it was voided'),
    billing_period_start: z.string().nullable().describe('First day of the window it was generated for'),
    billing_period_end: z.string().nullable().describe('Day after the last one'),
    billing_cycle_id: Id.nullable().describe('Cycle of the client it was generated for'),
    bill_to: z
      .object({
        address_lines: z.array(z.string()).describe('Street and number'),
        city: z.string().nullable().describe('City'),
        postal_code: z.string().nullable().describe('Postal code'),
        country_code: z.string().nullable().describe('Code of the country'),
        email: z.string().nullable().describe('E-mail address'),
        buyer_reference: z.string().nullish().describe('Reference that electronic invoices name'),
      })
      .nullable()
      .describe('Address of the client as it was when the invoice became final'),
    invoice_template_id: Id.nullable().describe('Template it looks like once it is final; null for the plain look'),
    is_manual: z.boolean().describe('Made by hand instead of generated'),
    invoice_type: InvoiceType.describe('A credit note takes off what it says; a prepayment gives credit when it is paid'),
    is_prepayment: z.boolean().describe('Whether it is for a payment in advance'),
    corrects_invoice_id: Id.nullable().describe('Invoice that a credit note corrects'),
    credit_expires_on: z.string().nullable().describe('Last day of the credit that a prepayment gives'),
    po_number: z.string().nullable().describe('Purchase order of the client'),
    notes: z.string().nullable().describe('Text on the invoice'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
    line_items: z.array(InvoiceItem).optional().describe('Its lines, when asked for'),
    _links: Links,
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof Invoice>;

const day = z.iso.date();

/** One line as a caller writes it. */
export const InvoiceItemInput = z
  .object({
    item_id: Id.optional().describe('Id of the line, to which discounts in the same body refer'),
    description: z.string().trim().min(1).max(500).describe('What is billed'),
    quantity: Quantity.default(1).describe('How many'),
    unit_price: Rate.optional().describe('Price of one in minor units, up to six decimal places; that of the service when absent'),
    service_id: Id.nullish().describe('Service that is billed'),
    is_taxable: z.boolean().optional().describe('Whether tax applies; as its service says when absent'),
    tax_region: z
      .string()
      .trim()
      .min(1)
      .max(50)
      .nullish()
      .describe('Region it is taxed in; that of its location, its service or the client when absent'),
    location_id: Id.nullish().describe('Location of the client it is for'),
    is_discount: z.boolean().default(false).describe('Takes off instead of adding'),
    discount_type: DiscountType.nullish().describe('How the discount is counted; fixed when absent'),
    discount_percentage: Percentage.nullish().describe('Percent of a percentage discount'),
    applies_to_item_id: Id.nullish().describe('Line the discount is on'),
    applies_to_service_id: Id.nullish().describe('Service whose line the discount is on'),
    service_period_start: day.nullish().describe('First day of the service'),
    service_period_end: day.nullish().describe('Day after the last day of the service'),
  })
  .meta({
    id: 'InvoiceItemInput',
    example: { description: 'Remote support in June', quantity: 2, unit_price: 12_000, service_id: EXAMPLE_ID, is_taxable: true },
  });
export type InvoiceItemInput = z.infer<typeof InvoiceItemInput>;

const items = z.array(InvoiceItemInput).max(MAX_INVOICE_ITEMS);
const text = {
  po_number: z.string().trim().max(100).nullish().describe('Purchase order of the client'),
  notes: z.string().trim().max(5_000).nullish().describe('Text on the invoice'),
};

export const CreateInvoice = z
  .object({
    ...writableExternalIds,
    client_id: Id.describe('Client that is billed'),
    invoice_date: day.optional().describe('Date of the invoice; today when absent'),
    due_date: day.optional().describe('Last day to pay; by the payment terms of the client when absent'),
    currency_code: CurrencyCode.optional().describe('ISO 4217 code; that of the client, or the default currency, when absent'),
    items: items.default([]).describe('Its lines'),
    ...text,
  })
  .meta({
    id: 'CreateInvoice',
    example: {
      client_id: EXAMPLE_ID,
      invoice_date: '2026-06-01',
      due_date: '2026-07-01',
      currency_code: 'EUR',
      items: [{ description: 'Remote support in June', quantity: 2, unit_price: 12_000, is_taxable: true }],
      external_ids: [{ source: 'crm', id: 'A-1001' }],
    },
  });
export type CreateInvoice = z.infer<typeof CreateInvoice>;

export const UpdateInvoice = z
  .object({
    ...writableExternalIds,
    invoice_date: day.optional().describe('Date of the invoice; of a draft alone'),
    due_date: day.optional().describe('Last day to pay'),
    currency_code: CurrencyCode.optional().describe('ISO 4217 code; of a draft alone'),
    items: items.optional().describe('Its lines: all of them, of a draft alone'),
    approval_status: z.literal('pending').optional().describe('Asks for approval of a draft'),
    ...text,
  })
  .meta({ id: 'UpdateInvoice' });
export type UpdateInvoice = z.infer<typeof UpdateInvoice>;

/** A line of a manual invoice; `rate` is its price, or the percentage of a percentage discount. */
export const ManualItemInput = z
  .object({
    ...InvoiceItemInput.shape,
    rate: Rate.optional().describe('Price of one in minor units, or the percentage of a discount'),
  })
  .meta({ id: 'ManualItemInput' });

export const CreateManualInvoice = z
  .object({
    client_id: Id.optional().describe('Client that is billed'),
    clientId: Id.optional().describe('Alias of client_id'),
    items: z.array(ManualItemInput).min(1).max(MAX_INVOICE_ITEMS).describe('Its lines'),
    invoice_date: day.optional().describe('Date of the invoice; today when absent'),
    due_date: day.optional().describe('Last day to pay'),
    currency_code: CurrencyCode.optional().describe('ISO 4217 code; that of the client when absent'),
    is_prepayment: z.boolean().optional().describe('Whether it is for a payment in advance, which gives credit; its lines are not taxed'),
    isPrepayment: z.boolean().optional().describe('Alias of is_prepayment'),
    expiration_date: day.nullish().describe('Last day of the credit that a prepayment gives; by the billing settings when absent'),
    expirationDate: day.nullish().describe('Alias of expiration_date'),
    ...text,
  })
  .meta({
    id: 'CreateManualInvoice',
    example: {
      client_id: EXAMPLE_ID,
      clientId: EXAMPLE_ID,
      items: [{ description: 'Remote support in June', quantity: 2, rate: 12_000, service_id: EXAMPLE_ID, is_taxable: true }],
      currency_code: 'EUR',
      po_number: 'PO-2026-017',
    },
  });
export type CreateManualInvoice = z.infer<typeof CreateManualInvoice>;

const include = {
  include_items: QueryBoolean.optional().describe('Whether the lines come with it'),
};

export const GetInvoiceQuery = z.object(include);

export const invoiceFilters = {
  status: InvoiceStatus.optional().describe('Only those in this state'),
  client_id: Id.optional().describe('Only those of this client'),
  invoice_number: z.string().max(100).optional().describe('Part of the number'),
  invoice_date_from: day.optional().describe('Dated on or after'),
  invoice_date_to: day.optional().describe('Dated on or before'),
  due_date_from: day.optional().describe('Due on or after'),
  due_date_to: day.optional().describe('Due on or before'),
  min_amount: QueryAmount.optional().describe('Total of at least so much'),
  max_amount: QueryAmount.optional().describe('Total of at most so much'),
  currency_code: CurrencyCode.optional().describe('Only those in this currency'),
  is_manual: QueryBoolean.optional().describe('Made by hand'),
  is_prepayment: QueryBoolean.optional().describe('For a payment in advance'),
  has_credit_applied: QueryBoolean.optional().describe('Whether credit paid for some of it'),
  invoice_type: InvoiceType.optional().describe('Only those of this type'),
  billing_cycle_id: Id.optional().describe('Only those of this cycle'),
  has_billing_cycle: QueryBoolean.optional().describe('Whether they were generated for a cycle'),
};

const sortable = ['created_at', 'updated_at', 'invoice_date', 'due_date', 'invoice_number', 'total_amount', 'status'] as const;

export const InvoiceListQuery = listQuery({
  sort: sortable,
  defaultSort: 'created_at',
  filters: {
    ...externalIdFilter,
    ...invoiceFilters,
    ...include,
  },
});
export type InvoiceListQuery = z.infer<typeof InvoiceListQuery>;

export const InvoiceSearchQuery = InvoiceListQuery.extend({
  q: z.string().trim().min(1).max(255).describe('Text in number, client, purchase order, notes or a line'),
});
export type InvoiceSearchQuery = z.infer<typeof InvoiceSearchQuery>;

export const InvoiceExportQuery = z.object({
  format: z.enum(['json', 'csv']).default('json').describe('Form of the file'),
  search: z.string().max(255).optional().describe('Text that must occur in the row, whatever its case'),
  ...invoiceFilters,
});
export type InvoiceExportQuery = z.infer<typeof InvoiceExportQuery>;

export const invoiceExportColumns = [
  'invoice_number',
  'client_name',
  'status',
  'invoice_date',
  'due_date',
  'currency_code',
  'subtotal',
  'tax',
  'total_amount',
  'amount_paid',
  'balance_due',
  'po_number',
] as const;

/** A row of an export. */
export const InvoiceExportRow = Invoice.pick({
  invoice_number: true,
  client_name: true,
  status: true,
  invoice_date: true,
  due_date: true,
  currency_code: true,
  subtotal: true,
  tax: true,
  total_amount: true,
  amount_paid: true,
  balance_due: true,
  po_number: true,
}).meta({ id: 'InvoiceExportRow' });

export const FinalizeInvoice = z
  .object({ finalized_at: day.optional().describe('Date of the invoice from then on; as it is when absent') })
  .meta({ id: 'FinalizeInvoice' });
export type FinalizeInvoice = z.infer<typeof FinalizeInvoice>;

export const VoidInvoice = z.object({ reason: z.string().trim().min(1).max(2000).describe('Why') }).meta({ id: 'VoidInvoice' });

const rejectionReason = z.string().trim().min(1).max(2000).optional();

export const RejectInvoice = z
  .object({ reason: rejectionReason.describe('What has to change; needed here or in the query') })
  .meta({ id: 'RejectInvoice', example: { reason: 'The hours of June are missing' } });

export const RejectInvoiceQuery = z.object({ reason: rejectionReason.describe('What has to change, where the body does not say it') });

export const RecordPayment = z
  .object({
    payment_amount: z.int().min(1).max(MAX_AMOUNT).describe('What was paid, in minor units'),
    payment_method: z.string().trim().min(1).max(50).describe('How, such as bank_transfer'),
    payment_date: day.optional().describe('When; today when absent'),
    reference_number: z.string().trim().max(255).nullish().describe('Reference of the bank or the provider'),
    notes: z.string().trim().max(2_000).nullish().describe('More about it'),
    allow_overpayment: z.boolean().default(false).describe('Takes more than is due; the rest is kept unapplied'),
  })
  .meta({ id: 'RecordPayment' });
export type RecordPayment = z.infer<typeof RecordPayment>;

export const InvoiceTransaction = z
  .object({
    transaction_id: Id.describe('Identifies the payment'),
    type: z.enum(['payment', 'refund']).describe('What it is; a refund is negative'),
    amount: Amount.describe('What was paid'),
    applied_amount: Amount.describe('What of it the invoice took'),
    payment_method: z.string().describe('How it was paid'),
    payment_date: z.string().describe('When it was paid'),
    reference_number: z.string().nullable().describe('Reference of the bank or the provider'),
    notes: z.string().nullable().describe('More about it'),
    recorded_by: Id.describe('Who recorded it'),
    created_at: Timestamp.describe('When it was recorded'),
  })
  .meta({ id: 'InvoiceTransaction' });
export type InvoiceTransaction = z.infer<typeof InvoiceTransaction>;

export const CalculateInvoiceTax = z
  .object({
    amount: z.int().min(0).max(MAX_AMOUNT).describe('Amount before tax, in minor units'),
    tax_region: z.string().trim().min(1).max(50).optional().describe('Region; that of the client when absent'),
    calculation_date: day.optional().describe('Day whose rates count; that of the invoice when absent'),
  })
  .meta({ id: 'CalculateInvoiceTax' });
export type CalculateInvoiceTax = z.infer<typeof CalculateInvoiceTax>;

export const CalculatedTax = z
  .object({
    tax_amount: Amount.describe('Tax, rounded once'),
    tax_rate: z.number().describe('Percent of the region that day'),
    tax_region: z.string().nullable().describe('Region; null where none is known, and no tax'),
    calculation_date: z.string().describe('Day whose rates counted'),
  })
  .meta({ id: 'CalculatedTax' });

/** A date; of a date-time the day as written counts. */
