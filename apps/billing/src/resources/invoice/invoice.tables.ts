import type { NullableTimestampColumn, TenantColumn, TimestampColumn, VersionColumn } from '@psa/postgres-kit';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** Who bills, as invoices say it. */
export interface Seller {
  readonly seller_name: string | null;
  readonly seller_address: string | null;
  /** Absent from invoices of former versions. */
  readonly seller_city?: string | null;
  readonly seller_postal_code?: string | null;
  readonly seller_country_code?: string | null;
  readonly seller_contact_name?: string | null;
  readonly seller_phone?: string | null;
  readonly seller_email?: string | null;
  readonly seller_iban?: string | null;
  readonly seller_tax_id: string | null;
  readonly payment_instructions: string | null;
}

/** Who is billed, as invoices say it; members are null where the client has no address. */
export interface BillTo {
  readonly address_lines: string[];
  readonly city: string | null;
  readonly postal_code: string | null;
  readonly country_code: string | null;
  readonly email: string | null;
  /** Absent from invoices of former versions. */
  readonly buyer_reference?: string | null;
}

/** Amounts are in minor units of the currency. */
export interface InvoicesTable {
  tenant: TenantColumn;
  invoice_id: string;
  /** Given when it becomes final. */
  invoice_number: string | null;
  client_id: string;
  client_name: string;
  invoice_date: string;
  due_date: string;
  currency_code: string;
  subtotal: number;
  tax: number;
  total_amount: number;
  amount_paid: Generated<number>;
  credit_applied: Generated<number>;
  amount_written_off: Generated<number>;
  /** What is left to pay; nothing of a draft or a voided invoice. */
  balance_due: GeneratedAlways<number>;
  /** Whether it is overdue is a matter of the day it is looked at. */
  status: 'draft' | 'sent' | 'partially_applied' | 'paid' | 'cancelled';
  approval_status: Generated<'none' | 'pending' | 'approved' | 'rejected'>;
  approval_reason: string | null;
  finalized_at: NullableTimestampColumn;
  voided_at: NullableTimestampColumn;
  sent_at: NullableTimestampColumn;
  /** Who billed, as it was when it became final. */
  seller: ColumnType<Seller | null, string | null | undefined, string | null>;
  /** Due date of which it was told that it has passed. */
  overdue_told_for: Generated<string | null>;
  /** Where it went, as it was when it became final. */
  bill_to: ColumnType<BillTo | null, string | null | undefined, string | null>;
  /** What it looks like, as it was when it became final. */
  invoice_template_id: Generated<string | null>;
  template_design: Generated<number | null>;
  void_reason: string | null;
  billing_period_start: string | null;
  billing_period_end: string | null;
  billing_cycle_id: Generated<string | null>;
  is_manual: boolean;
  invoice_type: Generated<'standard' | 'prepayment' | 'credit_note'>;
  /** Invoice that a credit note corrects. */
  corrects_invoice_id: Generated<string | null>;
  /** Last day of the credit that a prepayment gives. */
  credit_expires_on: Generated<string | null>;
  po_number: string | null;
  notes: string | null;
  version: VersionColumn;
  created_at: TimestampColumn;
  updated_at: TimestampColumn;
}

export interface InvoiceItemsTable {
  tenant: TenantColumn;
  item_id: string;
  invoice_id: string;
  position: number;
  service_id: string | null;
  contract_line_id: string | null;
  location_id: string | null;
  minutes: number | null;
  explanation: string | null;
  description: string;
  quantity: number;
  /** Whole minor units; beyond them `unit_price_fraction`. */
  unit_price: number;
  unit_price_fraction: Generated<number>;
  net_amount: number;
  discount_amount: number;
  tax_amount: number;
  is_taxable: boolean;
  tax_region: string | null;
  tax_rate: number | null;
  is_manual: boolean;
  is_discount: boolean;
  discount_type: 'percentage' | 'fixed' | null;
  discount_percentage: number | null;
  applies_to_item_id: string | null;
  applies_to_service_id: string | null;
  /** Line that a line of a credit note corrects. */
  corrects_item_id: string | null;
  /** Whether a line of a credit note takes off an amount instead of a quantity. */
  is_by_amount: Generated<boolean>;
  service_period_start: string | null;
  service_period_end: string | null;
}

/** What was paid and given back; rows are only ever added. */
export interface PaymentsTable {
  tenant: TenantColumn;
  payment_id: string;
  invoice_id: string;
  client_id: string;
  currency_code: string;
  /** A refund is negative. */
  type: Generated<'payment' | 'refund'>;
  amount: number;
  applied_amount: number;
  payment_method: string;
  payment_date: string;
  reference_number: string | null;
  notes: string | null;
  recorded_by: string;
  created_at: TimestampColumn;
}

/** Which invoice bills a time entry; one at a time, by a unique index over those that were not released. */
export interface InvoiceSourcesTable {
  tenant: TenantColumn;
  invoice_id: string;
  item_id: string;
  time_entry_id: string;
  /** Other lines of the invoice that bill a part of it. */
  also_on: Generated<string[]>;
  released_at: NullableTimestampColumn;
}

/** Which invoice bills a fixed fee for a period. */
export interface BilledPeriodsTable {
  tenant: TenantColumn;
  client_contract_line_id: string;
  period_start: string;
  /** Exclusive; null of what was billed before it was kept. */
  period_end: string | null;
  /** Empty for the fee, a service that is counted otherwise. */
  part: Generated<string>;
  invoice_id: string;
  item_id: string;
}
