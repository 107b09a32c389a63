import { Id, listQuery, many, one, page, QueryBoolean, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { PreviewInvoice } from './invoice-generation.schemas.ts';
import { InvoiceItem, invoiceStatuses } from './invoice.schemas.ts';
import { Amount, CurrencyCode, MAX_AMOUNT } from './money-fields.ts';

const day = z.iso.date();

export const PaymentTerm = z
  .object({
    id: z.string().describe('What a client has as its payment terms'),
    name: z.string().describe('Name for people'),
    days: z.int().describe('Days from the date of an invoice to its due date'),
  })
  .meta({ id: 'PaymentTerm' });

export const CalculateTax = z
  .object({
    client_id: Id.describe('Client that would be billed'),
    amount: z.int().min(0).max(MAX_AMOUNT).describe('Amount before tax, in minor units'),
    tax_region: z.string().trim().min(1).max(50).optional().describe('Region; that of the client when absent'),
    date: day.optional().describe('Day whose rate counts; today when absent'),
  })
  .meta({ id: 'CalculateTax' });
export type CalculateTax = z.infer<typeof CalculateTax>;

export const TaxCalculation = z
  .object({
    taxAmount: Amount.describe('Tax, rounded once'),
    taxRate: z.number().describe('Percent'),
    tax_region: z.string().nullable().describe('Region; null where none is known, and no tax'),
  })
  .meta({ id: 'TaxCalculation' });

const ComputedItem = InvoiceItem.omit({ item_id: true, invoice_id: true });

export const BillingCalculation = z
  .object({
    client_id: Id.describe('Client that would be billed'),
    period_start: z.string().describe('First day of the window'),
    period_end: z.string().describe('Day after the last one'),
    currency_code: z.string().describe('ISO 4217 code'),
    charges: z.array(ComputedItem).describe('What would be billed, discounts among it'),
    discounts: z.array(ComputedItem).describe('Those of the charges that are discounts'),
    adjustments: z.array(ComputedItem).describe('Corrections by hand; always empty, because they are made on drafts alone'),
    total_amount: Amount.describe('Sum of the charges'),
    tax_amount: Amount.describe('Tax'),
    final_amount: Amount.describe('Charges and tax'),
  })
  .meta({ id: 'BillingCalculation' });

export const TimeReportQuery = z.object({
  client_id: Id.optional().describe('Only this client; all of them when absent'),
  from: day.optional().describe('Work done on or after'),
  to: day.optional().describe('Work done on or before'),
});
export type TimeReportQuery = z.infer<typeof TimeReportQuery>;

export const TimeReport = z
  .object({
    approved_minutes: z.int().describe('Billable minutes that were approved: invoiced, written-off and unbilled ones come to them'),
    invoiced_minutes: z.int().describe('Those on an invoice'),
    covered_minutes: z.int().describe('Minutes that invoices took from hours bought in advance or included in fees'),
    written_off_minutes: z.int().describe('Those that are never to be billed'),
    unbilled_minutes: z.int().describe('Those on no invoice that were not written off'),
    unapproved_minutes: z.int().describe('Billable minutes nobody has approved'),
    without_client_minutes: z.int().describe('Approved billable minutes that belong to no client, so that nothing bills them'),
  })
  .meta({ id: 'TimeReport' });

export const UnbilledTimeQuery = listQuery({
  sort: ['work_date', 'billable_duration'],
  defaultSort: 'work_date',
  filters: {
    ...TimeReportQuery.shape,
    is_written_off: QueryBoolean.optional().describe('true lists what was written off instead'),
    is_approved: QueryBoolean.optional().describe('Whether it was approved'),
  },
});
export type UnbilledTimeQuery = z.infer<typeof UnbilledTimeQuery>;

export const UnbilledTime = z
  .object({
    time_entry_id: Id.describe('The time entry'),
    client_id: Id.nullable().describe('Client it is for; nothing bills it without one'),
    client_name: z.string().nullable().describe('Name of the client'),
    service_id: Id.describe('Service'),
    user_id: Id.describe('Whose work it is'),
    work_date: z.string().describe('Day of the work'),
    billable_duration: z.int().describe('Minutes to bill'),
    approval_status: z.string().describe('Whether it was approved'),
    write_off_reason: z.string().nullable().describe('Why it is never to be billed'),
  })
  .meta({ id: 'UnbilledTime' });

const TimeEntryIds = z
  .array(Id)
  .min(1)
  .max(100)
  .refine((ids) => new Set(ids).size === ids.length, 'must not name an entry twice')
  .describe('The time entries; all of them are changed or none');

export const WriteOffTime = z
  .object({ time_entry_ids: TimeEntryIds, reason: z.string().trim().min(1).max(2_000).describe('Why they are never to be billed') })
  .meta({ id: 'WriteOffTime' });
export type WriteOffTime = z.infer<typeof WriteOffTime>;

export const RestoreTime = z.object({ time_entry_ids: TimeEntryIds }).meta({ id: 'RestoreTime' });
export type RestoreTime = z.infer<typeof RestoreTime>;

export const ChangedTime = z
  .object({ updated_count: z.int().describe('Time entries that were changed; others were so already') })
  .meta({ id: 'ChangedTime' });

export const BalanceQuery = z.object({
  client_id: Id.describe('Whose balance'),
  as_of_date: day.optional().describe('At the end of this day; today when absent'),
});
export type BalanceQuery = z.infer<typeof BalanceQuery>;

const BalanceOfCurrency = z.object({
  currency_code: z.string().describe('ISO 4217 code'),
  current_balance: Amount.describe('What the client owes: open invoices less unapplied cash'),
  unapplied_cash: Amount.describe('Paid beyond what was due'),
  open_invoices: z.int().describe('Invoices with something left to pay'),
  overdue_amount: Amount.describe('Left to pay of those whose due date has passed'),
  last_payment_date: z.string().nullable().describe('When something was last paid'),
  last_payment_amount: Amount.nullable().describe('What was paid then'),
  available_credit: Amount.describe('Credit the client has'),
  expired_credit: Amount.describe('Credit that expired by then'),
  pending_invoices: z.int().describe('Drafts as of today'),
});

export const BalanceReport = z
  .object({
    client_id: Id.describe('Whose balance'),
    as_of_date: z.string().describe('At the end of this day'),
    balances: z.array(BalanceOfCurrency).describe('By currency, in its order'),
  })
  .meta({ id: 'BalanceReport' });

export const AgingQuery = z.object({
  client_id: Id.optional().describe('Only this client'),
  currency_code: CurrencyCode.optional().describe('Only this currency'),
});
export type AgingQuery = z.infer<typeof AgingQuery>;

const Buckets = {
  current: Amount.describe('Not due yet, or due today'),
  days_30: Amount.describe('1 to 30 days late'),
  days_60: Amount.describe('31 to 60 days late'),
  days_90: Amount.describe('61 to 90 days late'),
  days_over_90: Amount.describe('More than 90 days late'),
  total_outstanding: Amount.describe('All of it'),
};

export const AgingReport = z
  .object({
    report_date: z.string().describe('Today, in UTC'),
    summary: z.array(z.object({ currency_code: z.string().describe('ISO 4217 code'), ...Buckets })).describe('By currency'),
    clients: z
      .array(z.object({ client_id: Id, client_name: z.string(), currency_code: z.string(), ...Buckets }))
      .describe('By client and currency, those who owe most first, 1,000 at most'),
  })
  .meta({ id: 'AgingReport' });
export type AgingReport = z.infer<typeof AgingReport>;

export const InvoiceAnalyticsQuery = z.object({
  from: day.optional().describe('Invoices dated on or after'),
  to: day.optional().describe('Invoices dated on or before'),
});
export type InvoiceAnalyticsQuery = z.infer<typeof InvoiceAnalyticsQuery>;

const CountAndTotal = z.object({ count: z.int(), total: Amount });

export const InvoiceAnalytics = z
  .object({
    status_breakdown: z.record(z.string(), CountAndTotal).describe('Invoices by state; sums across currencies'),
    by_currency: z.record(z.string(), CountAndTotal).describe('Final invoices that are not void, by currency'),
    monthly_trends: z
      .array(z.object({ month: z.string(), currency_code: z.string(), count: z.int(), total: Amount }))
      .describe('The same by month of the invoice date and currency, oldest first, of the last twelve months with any'),
    top_clients: z
      .array(z.object({ client_id: Id, client_name: z.string(), currency_code: z.string(), total_revenue: Amount, invoice_count: z.int() }))
      .describe('The ten clients with the highest totals'),
    generated_at: z.string().describe('When this was counted'),
  })
  .meta({ id: 'InvoiceAnalytics' });
export type InvoiceAnalytics = z.infer<typeof InvoiceAnalytics>;

export const BulkInvoices = z
  .object({
    invoice_ids: z.array(Id).min(1).max(100).describe('The invoices, each by itself'),
    status: z
      .enum(invoiceStatuses)
      .extract(['sent', 'cancelled'])
      .describe('`sent` makes drafts final, `cancelled` deletes nothing and voids what is final'),
    reason: z.string().trim().min(1).max(2000).optional().describe('Why; needed to cancel'),
  })
  .meta({ id: 'BulkInvoices' });
export type BulkInvoices = z.infer<typeof BulkInvoices>;

export const BulkInvoiceOperation = z
  .object({
    invoice_ids: z.array(Id).min(1).max(50).describe('The invoices, each by itself'),
    operation: z
      .enum(['finalize', 'send', 'cancel', 'apply_credit'])
      .describe('What is done to each; `send` mails final ones to where their clients want invoices, and needs `invoice:send`'),
    amount: z.int().min(1).max(MAX_AMOUNT).optional().describe('How much credit each gets at most; all that is due when absent'),
    reason: z.string().trim().min(1).max(2000).optional().describe('Why; needed to cancel'),
  })
  .meta({ id: 'BulkInvoiceOperation' });

const ItemError = z.object({ invoice_id: Id, code: z.string(), message: z.string() });

export const BulkInvoiceResults = z
  .object({
    updated_count: z.int().describe('How many were changed'),
    errors: z.array(ItemError).describe('The others, with what stood in the way'),
  })
  .meta({ id: 'BulkInvoiceResults' });

export const BulkInvoiceOperationResults = z
  .object({
    total_requested: z.int().describe('How many were asked for'),
    successful: z.int().describe('How many were changed'),
    failed: z.int().describe('How many were not'),
    results: z.array(z.object({ id: Id, success: z.boolean(), code: z.string().optional(), error: z.string().optional() })),
  })
  .meta({ id: 'BulkInvoiceOperationResults' });

export const financialRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Financial', staffOnly: true },
  {
    listPaymentTerms: {
      method: 'get',
      path: '/api/v1/financial/billing/payment-terms',
      permission: 'billing:read',
      summary: 'List the payment terms that are known',
      reply: many(PaymentTerm),
    },
    calculateTax: {
      method: 'post',
      path: '/api/v1/financial/tax/calculate',
      permission: 'billing:read',
      summary: 'Compute the tax of an amount',
      body: CalculateTax,
      reply: one(TaxCalculation),
      errors: ['CONFLICT'],
    },
    calculateBilling: {
      method: 'post',
      path: '/api/v1/financial/billing/calculate',
      permission: 'billing:read',
      summary: 'Compute what a client owes in a window, without billing it',
      body: PreviewInvoice,
      reply: one(BillingCalculation),
      errors: ['CONFLICT'],
    },
    getBalanceReport: {
      method: 'get',
      path: '/api/v1/financial/reports/balance',
      permission: 'billing:read',
      summary: 'What a client owes',
      query: BalanceQuery,
      reply: one(BalanceReport),
    },
    getAgingReport: {
      method: 'get',
      path: '/api/v1/financial/reports/aging',
      permission: 'billing:read',
      summary: 'What is owed, by how late it is',
      query: AgingQuery,
      reply: one(AgingReport),
    },
    getTimeReport: {
      method: 'get',
      path: '/api/v1/financial/reports/time',
      permission: 'billing:read',
      summary: 'What became of billable time',
      query: TimeReportQuery,
      reply: one(TimeReport),
    },
    listUnbilledTime: {
      method: 'get',
      path: '/api/v1/financial/reports/unbilled-time',
      permission: 'billing:read',
      summary: 'List billable time that no invoice bills',
      query: UnbilledTimeQuery,
      reply: page(UnbilledTime),
    },
    writeOffTime: {
      method: 'post',
      path: '/api/v1/financial/unbilled-time/write-off',
      permission: 'invoice:void',
      summary: 'Write approved time off, so that no invoice bills it',
      body: WriteOffTime,
      reply: one(ChangedTime),
      errors: ['CONFLICT'],
    },
    restoreTime: {
      method: 'post',
      path: '/api/v1/financial/unbilled-time/restore',
      permission: 'invoice:void',
      summary: 'Let written-off time be billed again',
      body: RestoreTime,
      reply: one(ChangedTime),
    },
    bulkInvoiceOperation: {
      method: 'post',
      path: '/api/v1/financial/bulk/invoices',
      permission: 'invoice:finalize',
      mayUse: ['invoice:send', 'invoice:void', 'invoice:credit'],
      summary: 'Finalize, send, cancel or pay by credit several invoices, each by itself',
      body: BulkInvoiceOperation,
      reply: one(BulkInvoiceOperationResults),
    },
  },
);

export const invoiceFiguresRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Invoices', staffOnly: true },
  {
    getInvoiceAnalytics: {
      method: 'get',
      path: '/api/v1/invoices/analytics',
      permission: 'invoice:read',
      summary: 'Figures about invoices',
      query: InvoiceAnalyticsQuery,
      reply: one(InvoiceAnalytics),
    },
    bulkUpdateInvoices: {
      method: 'post',
      path: '/api/v1/invoices/bulk',
      permission: 'invoice:finalize',
      mayUse: ['invoice:void'],
      summary: 'Finalize or void several invoices, each by itself',
      body: BulkInvoices,
      reply: one(BulkInvoiceResults),
    },
  },
);
