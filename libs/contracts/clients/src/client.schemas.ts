import {
  externalIdFilter,
  forStaff,
  Id,
  Links,
  listQuery,
  QueryBoolean,
  rowVersion,
  shownExternalIds,
  Timestamp,
  TimeZone,
  writableExternalIds,
} from '@psa/contract-kit';
import { z } from 'zod';
import { EmailAddress, PhoneNumber, WebAddress } from './contact-fields.ts';
import { Tags, tagsFilter } from './tags.ts';

export const BillingCycle = z
  .enum(['weekly', 'bi-weekly', 'monthly', 'quarterly', 'semi-annually', 'annually'])
  .meta({ id: 'BillingCycle' });
export type BillingCycle = z.infer<typeof BillingCycle>;

export const InvoiceDeliveryMethod = z.enum(['email', 'mail', 'portal']).meta({ id: 'InvoiceDeliveryMethod' });
export type InvoiceDeliveryMethod = z.infer<typeof InvoiceDeliveryMethod>;

const PROPERTIES_BYTES = 64 * 1024;

/** The two members that lists filter by have to be texts; all others are the tenant's own. */
const ClientProperties = z
  .looseObject({
    industry: z.string().max(255).nullish().describe('Kind of business'),
    company_size: z.string().max(255).nullish().describe('Range of staff, such as 20-49'),
  })
  .refine(
    (properties) => new TextEncoder().encode(JSON.stringify(properties)).length <= PROPERTIES_BYTES,
    'must not be larger than 64 KiB as JSON',
  );

const text = (longest: number) => z.string().max(longest).nullish();

const writable = {
  ...writableExternalIds,
  client_name: z.string().trim().min(1).max(255).describe('Name; unique in the tenant, whatever its case'),
  billing_cycle: BillingCycle.describe('How often the client is billed'),
  phone_no: PhoneNumber.nullish().describe('Telephone number'),
  email: EmailAddress.nullish().describe('E-mail address; kept in lower case'),
  url: WebAddress.describe('Web site; https:// is put before an address without a scheme; empty for none'),
  address: text(1000).describe('Postal address in one text; locations hold it in parts'),
  client_type: text(50).describe('Free-form kind, such as company or individual'),
  tax_id_number: text(100).describe('Number the tax office knows the client by'),
  notes: text(10_000).describe('Notes'),
  properties: ClientProperties.nullish().describe('Further members of any kind; replaced as a whole'),
  payment_terms: text(50).describe('due_on_receipt, net_15, net_30; anything else counts as 30 days'),
  credit_limit: z.int().min(0).nullish().describe('Limit of credit in minor units of the currency; null for none'),
  preferred_payment_method: text(50).describe('How the client likes to pay'),
  auto_invoice: z.boolean().describe('Whether invoices are made without being asked for'),
  invoice_delivery_method: InvoiceDeliveryMethod.nullish().describe('How invoices reach the client'),
  region_code: text(50).describe('Tax region'),
  is_tax_exempt: z.boolean().describe('Whether no tax is charged'),
  tax_exemption_certificate: text(255).describe('Proof of the exemption'),
  timezone: TimeZone.nullish().describe('IANA time zone'),
  invoice_template_id: Id.nullish().describe('Template of its invoices'),
  billing_contact_id: Id.nullish().describe('Contact that gets its invoices'),
  billing_email: EmailAddress.nullish().describe('E-mail address that gets its invoices'),
  account_manager_id: Id.nullish().describe('User who looks after the client'),
  is_inactive: z.boolean().describe('Inactive clients get no new work'),
  tags: Tags,
};

export const CreateClient = z
  .object({
    ...writable,
    url: writable.url.default(''),
    auto_invoice: writable.auto_invoice.default(false),
    is_tax_exempt: writable.is_tax_exempt.default(false),
    is_inactive: writable.is_inactive.default(false),
    tags: writable.tags.default([]),
  })
  .meta({ id: 'CreateClient' });
export type CreateClient = z.infer<typeof CreateClient>;

export const UpdateClient = z.object(writable).partial().meta({ id: 'UpdateClient' });
export type UpdateClient = z.infer<typeof UpdateClient>;

export const Client = z
  .object({
    client_id: Id.describe('Identifies the client'),
    ...shownExternalIds,
    ...rowVersion,
    client_name: z.string().describe('Name'),
    billing_cycle: BillingCycle.describe('How often the client is billed'),
    phone_no: z.string().nullable().describe('Telephone number'),
    email: z.string().nullable().describe('E-mail address'),
    url: z.string().describe('Web site; empty when unset'),
    address: z.string().nullable().describe('Postal address in one text'),
    client_type: z.string().nullable().describe('Free-form kind'),
    tax_id_number: z.string().nullable().describe('Number the tax office knows the client by'),
    notes: forStaff(z.string().nullable().describe('Notes')),
    properties: forStaff(z.record(z.string(), z.unknown()).nullable().describe('Further members of any kind')),
    payment_terms: z.string().nullable().describe('Terms of payment'),
    credit_limit: forStaff(z.int().nullable().describe('Limit of credit in minor units; null for none')),
    credit_balance: z.int().describe('Credit left to the client in minor units'),
    preferred_payment_method: z.string().nullable().describe('How the client likes to pay'),
    auto_invoice: z.boolean().describe('Whether invoices are made without being asked for'),
    invoice_delivery_method: InvoiceDeliveryMethod.nullable().describe('How invoices reach the client'),
    region_code: z.string().nullable().describe('Tax region'),
    is_tax_exempt: z.boolean().describe('Whether no tax is charged'),
    tax_exemption_certificate: z.string().nullable().describe('Proof of the exemption'),
    timezone: z.string().nullable().describe('IANA time zone'),
    invoice_template_id: Id.nullable().describe('Template of its invoices'),
    billing_contact_id: Id.nullable().describe('Contact that gets its invoices'),
    billing_email: z.string().nullable().describe('E-mail address that gets its invoices'),
    account_manager_id: Id.nullable().describe('User who looks after the client'),
    account_manager_full_name: z.string().nullable().describe('Name of that user; null when no such user is known'),
    is_inactive: z.boolean().describe('Inactive clients get no new work'),
    tags: forStaff(z.array(z.string()).describe('Tags')),
    logoUrl: z.string().nullable().describe('Address of the logo'),
    created_at: Timestamp.describe('When the client was created'),
    updated_at: Timestamp.describe('When the client was last changed'),
    tenant: Id.describe('Tenant of the caller'),
    _links: Links,
  })
  .meta({ id: 'Client' });
export type Client = z.infer<typeof Client>;

export const clientSortColumns = [
  'created_at',
  'updated_at',
  'client_name',
  'email',
  'phone_no',
  'client_type',
  'billing_cycle',
  'region_code',
  'credit_limit',
  'is_inactive',
  'is_tax_exempt',
  'account_manager_full_name',
] as const;

const QueryAmount = z
  .string()
  .regex(/^-?\d{1,15}$/, 'must be a whole number of minor units')
  .transform(Number)
  .meta({ override: { type: 'integer' } });

const filter = (longest: number) => z.string().max(longest).optional();

export const clientFilters = {
  client_name: filter(255).describe('Part of the name'),
  email: filter(255).describe("Part of the client's own e-mail address"),
  client_type: filter(50).describe('Exact kind'),
  billing_cycle: BillingCycle.optional().describe('How often the client is billed'),
  is_inactive: QueryBoolean.optional().describe('true: inactive clients only; false: active ones only'),
  is_tax_exempt: QueryBoolean.optional().describe('Whether no tax is charged'),
  account_manager_id: Id.optional().describe('User who looks after the client'),
  region_code: filter(50).describe('Exact tax region'),
  credit_balance_min: QueryAmount.optional().describe('Credit balance of at least this, in minor units'),
  credit_balance_max: QueryAmount.optional().describe('Credit balance of at most this, in minor units'),
  has_credit_limit: QueryBoolean.optional().describe('true: a credit limit is set, be it 0'),
  industry: filter(255).describe('Exact industry among the properties'),
  company_size: filter(255).describe('Exact company size among the properties'),
  tags: tagsFilter,
};

export const ClientListQuery = listQuery({
  sort: clientSortColumns,
  defaultSort: 'created_at',
  filters: { ...clientFilters, ...externalIdFilter },
});
export type ClientListQuery = z.infer<typeof ClientListQuery>;

export const ClientStats = z
  .object({
    total_clients: z.int().describe('All clients'),
    active_clients: z.int().describe('Those that are not inactive'),
    inactive_clients: z.int().describe('Those that are'),
    clients_by_billing_cycle: z.record(z.string(), z.int()).describe('Clients of each billing cycle'),
    clients_by_client_type: z.record(z.string(), z.int()).describe('Clients of each kind that is set, the most frequent thousand kinds'),
    total_credit_balance: z.int().describe('Credit left to all clients together, in minor units'),
    average_credit_balance: z.number().describe('Mean of it over all clients, those without credit among them'),
  })
  .meta({ id: 'ClientStats' });
export type ClientStats = z.infer<typeof ClientStats>;
