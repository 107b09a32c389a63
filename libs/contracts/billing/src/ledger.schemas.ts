import { EXAMPLE_ID, Id, JsonValue, listQuery, QueryBoolean, queryList, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { Amount, CurrencyCode, MAX_AMOUNT, QueryAmount } from './money-fields.ts';

/** Accounts of the journal. A debit raises what is owned or spent, a credit what is owed or earned. */
export const accounts = ['ar', 'revenue', 'discount', 'tax_payable', 'cash', 'client_credit', 'unapplied_cash', 'bad_debt'] as const;
export type Account = (typeof accounts)[number];

export const transactionTypes = [
  'invoice_generated',
  'invoice_cancelled',
  'write_off',
  'payment',
  'payment_reversal',
  'refund_full',
  'refund_partial',
  'prepayment',
  'credit_issuance',
  'credit_issuance_from_negative_invoice',
  'credit_application',
  'credit_adjustment',
  'credit_expiration',
  'credit_transfer',
] as const;
export type TransactionType = (typeof transactionTypes)[number];
const TransactionType = z.enum(transactionTypes);

const day = z.iso.date();
const reason = z.string().trim().min(1).max(2_000);
const amount = z.int().min(1).max(MAX_AMOUNT);
const metadata = z.record(z.string().max(100), JsonValue).describe('Whatever else belongs to it');

export const Transaction = z
  .object({
    transaction_id: Id.describe('Identifies the entry'),
    type: TransactionType.describe('What happened'),
    client_id: Id.describe('Client whose account it is'),
    client_name: z.string().nullable().describe('Name of the client'),
    invoice_id: Id.nullable().describe('Invoice it is about'),
    invoice_number: z.string().nullable().describe('Number of that invoice'),
    credit_id: Id.nullable().describe('Credit it is about'),
    amount: Amount.describe(
      'Minor units; for invoices and payments what the client owes more or less, for credits what the client has more or less',
    ),
    balance_after: Amount.nullable().describe('Credit of the client in this currency after it; null for what is not about credit'),
    currency_code: z.string().describe('ISO 4217 code'),
    occurred_on: z.string().describe('Day it counts for'),
    status: z.literal('completed').describe('Entries are only ever added'),
    reference_number: z.string().nullable().describe('Reference of the bank or the provider'),
    description: z.string().nullable().describe('What it was for'),
    metadata: z.record(z.string(), JsonValue).nullable().describe('Whatever else belongs to it'),
    expiration_date: z.string().nullable().describe('Last day of the credit it gave'),
    related_transaction_id: Id.nullable().describe('The entry it belongs to, such as the one it reverses'),
    created_at: Timestamp.describe('When it was recorded'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'FinancialTransaction' });
export type Transaction = z.infer<typeof Transaction>;

export const TransactionListQuery = listQuery({
  sort: ['created_at', 'amount', 'occurred_on'],
  defaultSort: 'created_at',
  filters: {
    client_id: Id.optional().describe('Only those of this client'),
    invoice_id: Id.optional().describe('Only those about this invoice'),
    type: TransactionType.optional().describe('Only those of this type'),
    status: z.enum(['pending', 'completed', 'failed']).optional().describe('Only those in this state; all are completed'),
    currency_code: CurrencyCode.optional().describe('Only those in this currency'),
    amount_min: QueryAmount.optional().describe('Amount of at least so much'),
    amount_max: QueryAmount.optional().describe('Amount of at most so much'),
    has_expiration: QueryBoolean.optional().describe('Whether the credit they gave ends some day'),
    search: z.string().max(255).optional().describe('Text in description, reference or the number of the invoice'),
  },
});
export type TransactionListQuery = z.infer<typeof TransactionListQuery>;

export const CreateTransaction = z
  .object({
    client_id: Id.describe('Client who gets the credit'),
    type: z
      .enum(['credit_issuance', 'service_credit'])
      .describe('Credit that is given; payments, refunds and invoices have operations of their own'),
    amount: amount.describe('How much, in minor units'),
    currency_code: CurrencyCode.optional().describe('ISO 4217 code; the default currency when absent'),
    description: z.string().trim().max(2_000).nullish().describe('What it is for').meta({ example: 'Goodwill after the outage' }),
    reference_number: z.string().trim().max(255).nullish().describe('Reference of the bank or the provider'),
    expiration_date: day.nullish().describe('Last day of the credit; by the billing settings when absent'),
    metadata: metadata.nullish(),
  })
  .meta({ id: 'CreateFinancialTransaction' });
export type CreateTransaction = z.infer<typeof CreateTransaction>;

/** Members of an entry that never change. */
export const fixedMembers = [
  'type',
  'client_id',
  'invoice_id',
  'amount',
  'balance_after',
  'currency_code',
  'status',
  'expiration_date',
] as const;

const neverChanges = JsonValue.optional().describe('Never changes: answers 409');
const fixed = Object.fromEntries(fixedMembers.map((name) => [name, neverChanges])) as Record<
  (typeof fixedMembers)[number],
  typeof neverChanges
>;

export const UpdateTransaction = z
  .object({
    description: z.string().trim().max(2_000).nullish().describe('What it is for'),
    metadata: metadata.nullish(),
    ...fixed,
  })
  .meta({ id: 'UpdateFinancialTransaction' });

export const Credit = z
  .object({
    credit_id: Id.describe('Identifies the credit'),
    client_id: Id.describe('Client who has it'),
    client_name: z.string().nullable().describe('Name of the client'),
    transaction_id: Id.describe('Entry that gave it'),
    transaction_type: TransactionType.describe('How it came about'),
    invoice_id: Id.nullable().describe('Prepayment or credit note it comes from'),
    amount: Amount.describe('How much it was'),
    remaining_amount: Amount.describe('What is left of it'),
    currency_code: z.string().describe('ISO 4217 code'),
    expiration_date: z.string().nullable().describe('Last day it can be used'),
    is_expired: z.boolean().describe('Whether that day has passed'),
    created_at: Timestamp.describe('When it was given'),
    updated_at: Timestamp.describe('When it was last used'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'Credit' });
export type Credit = z.infer<typeof Credit>;

export const CreditListQuery = listQuery({
  sort: ['created_at', 'expiration_date', 'amount', 'remaining_amount'],
  defaultSort: 'created_at',
  filters: {
    client_id: Id.describe('Whose credits'),
    include_expired: QueryBoolean.optional().describe('Whether expired ones come too'),
    expiring_soon: QueryBoolean.optional().describe('Only those whose last day is within 30 days'),
    has_remaining: QueryBoolean.optional().describe('Whether something is left of them'),
    currency_code: CurrencyCode.optional().describe('Only those in this currency'),
  },
});
export type CreditListQuery = z.infer<typeof CreditListQuery>;

export const ApplyCredit = z
  .object({
    client_id: Id.describe('Client who has the credit and the invoice'),
    invoice_id: Id.describe('Invoice it goes to'),
    requested_amount: amount.describe('At most so much'),
  })
  .meta({ id: 'ApplyCredit' });
export type ApplyCredit = z.infer<typeof ApplyCredit>;

export const AppliedCredit = z
  .object({
    success: z.boolean().describe('Whether something was applied'),
    appliedAmount: Amount.describe('How much: no more than is due and than there is'),
    invoice_id: Id.describe('The invoice'),
    balance_due: Amount.describe('What is left to pay of it'),
  })
  .meta({ id: 'AppliedCredit' });

export const CreatePrepayment = z
  .object({
    client_id: Id.describe('Client who pays in advance'),
    amount: amount.describe('How much, in minor units'),
    currency_code: CurrencyCode.optional().describe('ISO 4217 code; the default currency when absent'),
    manual_expiration_date: day.nullish().describe('Last day of the credit it gives; by the billing settings when absent'),
    description: z.string().trim().min(1).max(500).default('Prepayment').describe('What the line says'),
  })
  .meta({ id: 'CreatePrepayment' });
export type CreatePrepayment = z.infer<typeof CreatePrepayment>;

export const TransferCredit = z
  .object({
    source_credit_id: Id.describe('Credit it is taken from'),
    target_client_id: Id.describe('Client who gets it'),
    amount: amount.describe('How much, in minor units'),
    user_id: Id.optional().describe('Ignored: it is the caller who transfers'),
    reason: reason.optional().describe('Why'),
  })
  .meta({
    id: 'TransferCredit',
    example: { source_credit_id: EXAMPLE_ID, target_client_id: EXAMPLE_ID, amount: 2_500, reason: 'Both belong to one group' },
  });
export type TransferCredit = z.infer<typeof TransferCredit>;

export const ValidateCredit = z
  .object({
    client_id: Id.describe('Whose credit'),
    currency_code: CurrencyCode.optional().describe('Currency of the figures; the default currency when absent'),
  })
  .meta({ id: 'ValidateCredit' });

export const CreditValidation = z
  .object({
    is_valid: z.boolean().describe('Whether the journal and what is left of the credits agree, in every currency'),
    currency_code: z.string().describe('ISO 4217 code'),
    expected_balance: Amount.describe('Credit by the journal'),
    actual_balance: Amount.describe('What is left of the credits'),
    difference: Amount.describe('The second less the first'),
  })
  .meta({ id: 'CreditValidation' });
export type CreditValidation = z.infer<typeof CreditValidation>;

export const BulkCredits = z
  .object({
    credit_ids: z.array(Id).min(1).max(100).describe('The credits, each by itself'),
    operation: z.enum(['expire', 'extend_expiration', 'transfer']).describe('What is done to each'),
    expiration_date: day.nullish().describe('Last day from then on, to extend; none when null'),
    target_client_id: Id.optional().describe('Client who gets what is left of them, to transfer'),
    reason: reason.optional().describe('Why'),
  })
  .meta({ id: 'BulkCredits' });
export type BulkCredits = z.infer<typeof BulkCredits>;

export const BulkTransactions = z
  .object({
    transaction_ids: z.array(Id).min(1).max(100).describe('The entries, each by itself'),
    operation: z
      .enum(['approve', 'reject', 'reverse'])
      .describe('What is done to each; entries are completed, so only `reverse` changes something')
      .meta({ example: 'reverse' }),
    reason: reason.optional().describe('Why'),
  })
  .meta({ id: 'BulkTransactions' });
export type BulkTransactions = z.infer<typeof BulkTransactions>;

export const TrialBalanceQuery = z.object({
  as_of_date: day.optional().describe('At the end of this day; today when absent'),
  client_id: Id.optional().describe('Only this client'),
});
export type TrialBalanceQuery = z.infer<typeof TrialBalanceQuery>;

export const TrialBalance = z
  .object({
    as_of_date: z.string().describe('At the end of this day'),
    accounts: z
      .array(
        z.object({
          account: z.enum(accounts),
          currency_code: z.string(),
          debit: Amount.describe('All debits'),
          credit: Amount.describe('All credits'),
          balance: Amount.describe('Debits less credits'),
        }),
      )
      .describe('Every account with something on it'),
    totals: z.array(z.object({ currency_code: z.string(), debit: Amount, credit: Amount })).describe('Equal on both sides'),
  })
  .meta({ id: 'TrialBalance' });
export type TrialBalance = z.infer<typeof TrialBalance>;

export const findingKinds = ['credit_balance', 'invoice_balance', 'number_gap', 'unbilled_source'] as const;

export const RunReconciliation = z.object({ client_id: Id.optional().describe('Only this client') }).meta({ id: 'RunReconciliation' });

export const Reconciliation = z
  .object({
    totalClients: z.int().describe('Clients with something in the journal'),
    balanceValidCount: z.int().describe('Those whose balances agree'),
    balanceDiscrepancyCount: z.int().describe('Those whose credit or invoices disagree with the journal'),
    missingTrackingCount: z.int().describe('Work noted as billed that is on no line'),
    inconsistentTrackingCount: z.int().describe('Series of numbers with a gap'),
    errorCount: z.int().describe('All findings'),
    findings: z
      .array(
        z.object({
          kind: z.enum(findingKinds),
          client_id: Id.nullable(),
          invoice_id: Id.nullable(),
          currency_code: z.string().nullable(),
          expected: Amount,
          actual: Amount,
        }),
      )
      .describe('What does not agree, 1,000 at most'),
  })
  .meta({ id: 'Reconciliation' });
export type Reconciliation = z.infer<typeof Reconciliation>;

export const FinancialAnalyticsQuery = z.object({
  date_from: day.optional().describe('From this day; a year before `date_to` when absent'),
  date_to: day.optional().describe('To this day; today when absent'),
  group_by: z.enum(['day', 'week', 'month']).default('month').describe('How long a period is'),
  client_id: Id.optional().describe('Only this client'),
  currency_code: CurrencyCode.optional().describe('Only this currency'),
  metrics: queryList(z.enum(['revenue', 'credits']))
    .optional()
    .describe('What is wanted; both when absent'),
});
export type FinancialAnalyticsQuery = z.infer<typeof FinancialAnalyticsQuery>;

const period = { period: z.string().describe('First day of the period'), currency_code: z.string().describe('ISO 4217 code') };

export const FinancialAnalytics = z
  .object({
    revenue: z.array(
      z.object({
        ...period,
        total_revenue: Amount.describe('Invoiced before tax, less what was credited or voided'),
        recurring_revenue: Amount.describe('Of generated invoices'),
        one_time_revenue: Amount.describe('Of invoices made by hand'),
        credit_applied: Amount.describe('Paid by credit'),
        net_revenue: Amount.describe('Revenue less credit applied'),
        invoice_count: z.int().describe('Invoices'),
        average_invoice_value: Amount.describe('Revenue for each of them'),
      }),
    ),
    credits: z.array(
      z.object({
        ...period,
        credits_issued: Amount.describe('Given'),
        credits_applied: Amount.describe('Used'),
        credits_expired: Amount.describe('Expired'),
        credit_balance: Amount.describe('Left at the end of the period'),
        utilization_rate: z.int().describe('Percent of what was given that was used'),
      }),
    ),
  })
  .meta({ id: 'FinancialAnalytics' });
export type FinancialAnalytics = z.infer<typeof FinancialAnalytics>;

export const RefundInvoice = z
  .object({
    amount: amount.optional().describe('How much, in minor units; all that was paid when absent'),
    reason: reason.describe('Why'),
    refund_method: z.string().trim().min(1).max(50).default('other').describe('How, such as bank_transfer'),
    through_provider: z.boolean().default(false).describe('Has the payment provider give back what was paid by card'),
    refund_date: day.optional().describe('When; today when absent'),
    reference_number: z.string().trim().max(255).nullish().describe('Reference of the bank or the provider'),
  })
  .meta({
    id: 'RefundInvoice',
    example: {
      amount: 2_500,
      reason: 'The visit did not take place',
      refund_method: 'bank_transfer',
      refund_date: '2026-06-01',
      reference_number: 'TRX-4711',
    },
  });
export type RefundInvoice = z.infer<typeof RefundInvoice>;

export const WriteOffInvoice = z
  .object({ amount: amount.optional().describe('How much, in minor units; all that is due when absent'), reason: reason.describe('Why') })
  .meta({ id: 'WriteOffInvoice', example: { amount: 2_500, reason: 'Not worth a reminder' } });
export type WriteOffInvoice = z.infer<typeof WriteOffInvoice>;

export const CreditInvoice = z
  .object({
    credit_amount: amount.describe('How much credit goes to the invoice, in minor units'),
    transaction_id: Id.optional().describe('Entry that gave the credit; whichever comes first when absent'),
  })
  .meta({ id: 'CreditInvoice' });
export type CreditInvoice = z.infer<typeof CreditInvoice>;

export const BulkCreditInvoices = z
  .object({
    invoice_ids: z.array(Id).min(1).max(100).describe('The invoices, each by itself'),
    credit_amount_per_invoice: amount.describe('How much credit goes to each at most'),
  })
  .meta({ id: 'BulkCreditInvoices' });

export const BulkDeleteInvoices = z
  .object({ ids: z.array(Id).min(1).max(100).describe('The drafts, each by itself') })
  .meta({ id: 'BulkDeleteInvoices' });

export const CreateCreditNote = z
  .object({
    reason: reason.describe('Why'),
    items: z
      .array(
        z
          .object({
            item_id: Id.describe('Line of the invoice'),
            quantity: z.number().gt(0).max(999_999_999).optional().describe('How many of it; all that is not credited yet when absent'),
            amount: z.int().gt(0).max(MAX_AMOUNT).optional().describe('What is credited of it with its tax, in place of a quantity'),
          })
          .refine(({ quantity, amount }) => quantity === undefined || amount === undefined, {
            path: ['amount'],
            message: 'must not stand beside quantity',
          }),
      )
      .min(1)
      .max(1_000)
      .optional()
      .describe('What is credited; all that is not yet when absent'),
    amount: z.int().gt(0).max(MAX_AMOUNT).optional().describe('What is credited with its tax, in proportion to what is left of each line'),
  })
  .refine(({ items, amount }) => items === undefined || amount === undefined, { path: ['amount'], message: 'must not stand beside items' })
  .meta({ id: 'CreateCreditNote', example: { reason: 'Two hours were billed twice', items: [{ item_id: EXAMPLE_ID, quantity: 1 }] } });
export type CreateCreditNote = z.infer<typeof CreateCreditNote>;
