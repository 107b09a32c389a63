import { download, Id, one, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { BulkInvoiceResults } from './financial.ts';
import { Invoice } from './invoice.schemas.ts';

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

const params = z.object({ id: Id.describe('Invoice id') });
const pdf = {
  path: '/api/v1/invoices/{id}/pdf',
  permission: 'invoice:read',
  params,
  reply: download('application/pdf'),
  errors: ['NOT_FOUND'],
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
