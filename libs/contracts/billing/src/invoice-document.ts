import { download, Id, many, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { BulkInvoiceResults } from './financial.ts';
import { Invoice } from './invoice.schemas.ts';
import { Amount } from './money-fields.ts';

const mail = {
  email_addresses: z.array(z.email().max(320)).min(1).max(20).describe('To whom it goes'),
  subject: z.string().trim().min(1).max(255).optional().describe('Subject; the number of the invoice and who bills when absent'),
  message: z.string().trim().min(1).max(10_000).optional().describe('Text of the mail'),
  include_pdf: z.boolean().default(true).describe('Whether the invoice comes as PDF'),
};

export const SendInvoice = z.object(mail).meta({ id: 'SendInvoice' });
export type SendInvoice = z.infer<typeof SendInvoice>;

export const BulkSendInvoices = z
  .object({ invoice_ids: z.array(Id).min(1).max(50).describe('The invoices, each by itself'), ...mail })
  .meta({ id: 'BulkSendInvoices' });

/** Ids of what a line bills that an explanation names. */
export const MAX_EXPLAINED = 500;

export const LineExplanation = z
  .object({
    item_id: Id.describe('The line'),
    description: z.string().describe('What it says'),
    quantity: z.number().describe('How many'),
    unit_price: z.number().describe('Price of one in minor units'),
    net_amount: Amount.describe('What it comes to before discounts and tax'),
    discount_amount: Amount.describe('What discounts take off it'),
    tax_amount: Amount.describe('Tax on the rest'),
    explanation: z.string().nullable().describe('How a generated line came about; null for one that was entered'),
    time_entry_ids: z.array(Id).describe('Time entries it bills, 500 at most'),
    usage_record_ids: z.array(Id).describe('Records of usage it bills, 500 at most'),
    hours_taken: z.array(z.object({ block_id: Id, minutes: z.int() })).describe('What it takes of hours that were bought in advance'),
  })
  .meta({ id: 'LineExplanation' });
export type LineExplanation = z.infer<typeof LineExplanation>;

const params = z.object({ id: Id.describe('Invoice id') });
const pdf = {
  path: '/api/v1/invoices/{id}/pdf',
  permission: 'invoice:read',
  params,
  query: z.object({
    format: z
      .enum(['pdf', 'factur-x', 'xrechnung'])
      .optional()
      .describe(
        'factur-x is PDF/A-3 with an invoice by EN 16931 inside, xrechnung with one by XRechnung 3; as the settings have it when absent',
      ),
  }),
  reply: download('application/pdf'),
  errors: ['NOT_FOUND', 'CONFLICT'],
} as const;

export const invoiceDocumentRoutes = routes(
  {
    service: 'billing',
    form: 'data',
    tag: 'Invoices',
    staffOnly: true,
    aliases: [['/api/v1/invoices', '/api/v1/financial/invoices']],
  },
  {
    getInvoicePdf: {
      ...pdf,
      method: 'get',
      summary: 'Read an invoice as PDF',
      description: 'The same invoice gives the same bytes. Drafts and voided invoices say so on each page.',
    },
    makeInvoicePdf: { ...pdf, method: 'post', summary: 'The same, for clients that post' },
    getEInvoice: {
      method: 'get',
      path: '/api/v1/invoices/{id}/e-invoice',
      permission: 'invoice:read',
      summary: 'Read an invoice as XML by EN 16931',
      description:
        'Cross Industry Invoice in the profile EN 16931 of Factur-X and ZUGFeRD. What it lacks is named in `details.missing`: members of the ' +
        'settings of billing, or of the address of the client.',
      params,
      reply: download('application/xml'),
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    explainInvoice: {
      method: 'get',
      path: '/api/v1/invoices/{id}/explanation',
      permission: 'invoice:read',
      summary: 'How each line of an invoice came about, and what it bills',
      params,
      reply: many(LineExplanation),
      errors: ['NOT_FOUND'],
    },
    sendInvoice: {
      method: 'post',
      path: '/api/v1/invoices/{id}/send',
      permission: 'invoice:send',
      summary: 'Mail a final invoice',
      description: 'It leaves once for each request that is answered, also when the request is repeated after a failure.',
      params,
      body: SendInvoice,
      reply: one(Invoice),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    bulkSendInvoices: {
      method: 'post',
      path: '/api/v1/invoices/bulk/send',
      permission: 'invoice:send',
      summary: 'Mail several final invoices, each by itself',
      body: BulkSendInvoices,
      reply: one(BulkInvoiceResults),
    },
  },
);
