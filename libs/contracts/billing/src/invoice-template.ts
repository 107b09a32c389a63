import { created, Id, listQuery, nothing, one, page, QueryBoolean, routes, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

/** Longest logo in base64; about 300 kB of a file. */
const MAX_LOGO = 400_000;

const fields = {
  template_name: z.string().trim().min(1).max(100).describe('Name, unique whatever its case'),
  is_default: z.boolean().describe('Whether invoices of clients without a template of their own look like this; a tenant has one'),
  paper_size: z.enum(['A4', 'LETTER']).describe('Paper of the PDF'),
  accent_color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, 'must be a color such as #1a4f8b')
    .nullable()
    .describe('Color of titles; black when null')
    .meta({ examples: ['#1a4f8b'] }),
  header_text: z.string().trim().min(1).max(1_000).nullable().describe('Text above the lines'),
  footer_text: z.string().trim().min(1).max(500).nullable().describe('Text at the foot of every page'),
};
const logo = z
  .base64()
  .min(1)
  .max(MAX_LOGO)
  .nullable()
  .describe('Picture at the head: a PNG, JPEG, WebP or GIF in base64; null for none')
  .meta({ examples: ['iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='] });

export const InvoiceTemplate = z
  .object({
    invoice_template_id: Id.describe('Identifies the template'),
    ...fields,
    template_name: z.string().describe(fields.template_name.description ?? ''),
    accent_color: z
      .string()
      .nullable()
      .describe(fields.accent_color.description ?? ''),
    header_text: z
      .string()
      .nullable()
      .describe(fields.header_text.description ?? ''),
    footer_text: z
      .string()
      .nullable()
      .describe(fields.footer_text.description ?? ''),
    has_logo: z.boolean().describe('Whether it has a picture at the head'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'InvoiceTemplate' });
export type InvoiceTemplate = z.infer<typeof InvoiceTemplate>;

export const CreateInvoiceTemplate = z
  .object({
    ...fields,
    is_default: fields.is_default.default(false),
    paper_size: fields.paper_size.default('A4'),
    accent_color: fields.accent_color.default(null),
    header_text: fields.header_text.default(null),
    footer_text: fields.footer_text.default(null),
    logo: logo.default(null),
  })
  .meta({ id: 'CreateInvoiceTemplate' });
export type CreateInvoiceTemplate = z.infer<typeof CreateInvoiceTemplate>;

export const UpdateInvoiceTemplate = z
  .object({ ...fields, logo })
  .partial()
  .meta({ id: 'UpdateInvoiceTemplate' });
export type UpdateInvoiceTemplate = z.infer<typeof UpdateInvoiceTemplate>;

export const InvoiceTemplateListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'template_name'],
  defaultSort: 'template_name',
  filters: { is_default: QueryBoolean.optional().describe('Only the default, or the others') },
});
export type InvoiceTemplateListQuery = z.infer<typeof InvoiceTemplateListQuery>;

const params = z.object({ id: Id.describe('Template id') });

export const invoiceTemplateRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Billing settings', staffOnly: true },
  {
    listInvoiceTemplates: {
      method: 'get',
      path: '/api/v1/invoice-templates',
      permission: 'billing_settings:read',
      summary: 'List invoice templates',
      query: InvoiceTemplateListQuery,
      reply: page(InvoiceTemplate),
    },
    createInvoiceTemplate: {
      method: 'post',
      path: '/api/v1/invoice-templates',
      permission: 'billing_settings:create',
      summary: 'Create an invoice template',
      body: CreateInvoiceTemplate,
      reply: created(InvoiceTemplate),
      versioned: true,
      errors: ['CONFLICT'],
    },
    getInvoiceTemplate: {
      method: 'get',
      path: '/api/v1/invoice-templates/{id}',
      permission: 'billing_settings:read',
      summary: 'Read one invoice template',
      params,
      reply: one(InvoiceTemplate),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    updateInvoiceTemplate: {
      method: 'put',
      path: '/api/v1/invoice-templates/{id}',
      permission: 'billing_settings:update',
      summary: 'Change an invoice template',
      description: 'Final invoices keep the look they were issued with.',
      params,
      body: UpdateInvoiceTemplate,
      reply: one(InvoiceTemplate),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    deleteInvoiceTemplate: {
      method: 'delete',
      path: '/api/v1/invoice-templates/{id}',
      permission: 'billing_settings:delete',
      summary: 'Delete an invoice template',
      description: 'Its clients get the default; final invoices keep the look they were issued with.',
      params,
      reply: nothing(),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
  },
);
