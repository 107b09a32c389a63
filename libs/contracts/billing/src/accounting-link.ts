import { Id, listQuery, nothing, one, page, type RouteGroup, routes, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { CurrencyCode } from './money-fields.ts';

const group: RouteGroup = { service: 'billing', form: 'data', tag: 'Accounting', staffOnly: true };

export const accountingLinkStatuses = ['unmapped', 'pending', 'synced', 'error', 'conflict'] as const;
const LinkStatus = z.enum(accountingLinkStatuses);

const link = {
  sync_status: LinkStatus.describe(
    '`unmapped`: QuickBooks has no record of it; `pending`: it is being written; `conflict`: both sides changed, or disagree',
  ),
  last_synced_at: Timestamp.nullable().describe('When both sides were last equal'),
  sync_error: z.string().nullable().describe('What keeps it from being synchronized, and what to do'),
};

const CustomerLink = z
  .object({
    client_id: Id.describe('The client'),
    display_name: z.string().describe('Name of the client'),
    qbo_customer_id: z.string().nullable().describe('Its customer in QuickBooks'),
    ...link,
  })
  .meta({ id: 'AccountingCustomerLink' });
export type CustomerLink = z.infer<typeof CustomerLink>;

const ItemLink = z
  .object({
    service_id: Id.describe('The service or product'),
    service_name: z.string().describe('Its name'),
    qbo_item_id: z.string().nullable().describe('Its item in QuickBooks'),
    ...link,
  })
  .meta({ id: 'AccountingItemLink' });
export type ItemLink = z.infer<typeof ItemLink>;

const InvoiceLink = z
  .object({
    invoice_id: Id.describe('The invoice or credit note, which is final'),
    invoice_number: z.string().nullable().describe('Its number'),
    invoice_type: z.enum(['standard', 'credit_note']).describe('What it is'),
    invoice_date: z.string().describe('Its date'),
    total_amount: z.int().describe('Its total in minor units'),
    currency_code: CurrencyCode.describe('Its currency'),
    qbo_invoice_id: z.string().nullable().describe('Its invoice or credit memo in QuickBooks'),
    ...link,
  })
  .meta({ id: 'AccountingInvoiceLink' });
export type InvoiceLink = z.infer<typeof InvoiceLink>;

const filters = { sync_status: LinkStatus.optional().describe('Only those in this state') };
export const CustomerLinkListQuery = listQuery({
  sort: ['display_name'],
  defaultSort: 'display_name',
  defaultOrder: 'asc',
  filters,
});
export type CustomerLinkListQuery = z.infer<typeof CustomerLinkListQuery>;
export const ItemLinkListQuery = listQuery({ sort: ['created_at', 'service_name'], defaultSort: 'created_at', filters });
export type ItemLinkListQuery = z.infer<typeof ItemLinkListQuery>;
export const InvoiceLinkListQuery = listQuery({ sort: ['created_at', 'invoice_number'], defaultSort: 'created_at', filters });
export type InvoiceLinkListQuery = z.infer<typeof InvoiceLinkListQuery>;

const LinkCustomer = z
  .object({
    qbo_customer_id: z
      .string()
      .regex(/^[A-Za-z0-9]{1,32}$/, 'must be an id of QuickBooks')
      .describe('Active customer in QuickBooks'),
  })
  .meta({ id: 'LinkAccountingCustomer', example: { qbo_customer_id: '58' } });

const BASE = '/api/v1/integrations/quickbooks';
const ofCompany = 'Of the company that is connected, or was last.';
const params = z.object({ id: Id.describe('Client id') });

export const accountingLinkRoutes = routes(group, {
  listAccountingCustomers: {
    method: 'get',
    path: `${BASE}/customers/mappings`,
    permission: 'billing_settings:read',
    summary: 'List clients with their customers in QuickBooks Online',
    description: `Active clients, and inactive ones that have a customer. ${ofCompany}`,
    query: CustomerLinkListQuery,
    reply: page(CustomerLink),
  },
  linkAccountingCustomer: {
    method: 'put',
    path: `${BASE}/customers/mappings/{id}`,
    permission: 'billing_settings:update',
    summary: 'Choose the customer of a client in QuickBooks Online',
    description: 'Also settles a conflict: from then on, the client is written over the customer.',
    params,
    body: LinkCustomer,
    reply: one(CustomerLink),
    errors: ['NOT_FOUND', 'CONFLICT', 'BAD_GATEWAY'],
  },
  unlinkAccountingCustomer: {
    method: 'delete',
    path: `${BASE}/customers/mappings/{id}`,
    permission: 'billing_settings:update',
    summary: 'Forget the customer of a client in QuickBooks Online',
    description: 'The customer stays in QuickBooks. Refused once invoices of the client were exported.',
    params,
    reply: nothing(),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  listAccountingItems: {
    method: 'get',
    path: `${BASE}/items/mappings`,
    permission: 'billing_settings:read',
    summary: 'List services with their items in QuickBooks Online',
    description: ofCompany,
    query: ItemLinkListQuery,
    reply: page(ItemLink),
  },
  listAccountingInvoices: {
    method: 'get',
    path: `${BASE}/invoices/mappings`,
    permission: 'billing_settings:read',
    summary: 'List final invoices and credit notes with their documents in QuickBooks Online',
    description: ofCompany,
    query: InvoiceLinkListQuery,
    reply: page(InvoiceLink),
  },
});
