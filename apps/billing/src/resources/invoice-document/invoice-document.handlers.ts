import { invoiceDocumentRoutes } from '@psa/contracts-billing';
import { Download } from '@psa/http-kit';
import { handlers } from '../../billing-app.ts';
import { answer, requireInvoice } from '../invoice/invoice.handlers.ts';
import { explainLines } from './explanation.records.ts';
import { eInvoiceFile, type InvoiceFile, pdfOf, sendInvoice, sendInvoices } from './send-invoice.actions.ts';

export const invoiceDocumentHandlers = handlers(invoiceDocumentRoutes, {
  getInvoicePdf: async ({ db, params, query }) => downloadOf('application/pdf', await pdfOf(db, params.id, query.format)),

  makeInvoicePdf: async ({ db, params, query }) => downloadOf('application/pdf', await pdfOf(db, params.id, query.format)),

  getEInvoice: async ({ db, params }) => downloadOf('application/xml', await eInvoiceFile(db, params.id)),

  explainInvoice: async ({ db, params }) => {
    await requireInvoice(db, params.id);
    return { data: await explainLines(db, params.id) };
  },

  sendInvoice: async ({ db, ports, params, body, ifMatch }) => answer(db, await sendInvoice(db, ports, params.id, body, ifMatch)),

  bulkSendInvoices: async ({ db, ports, body: { invoice_ids, ...mail } }) => {
    const results = await sendInvoices(db, ports, invoice_ids, () => Promise.resolve(mail));
    const errors = results.flatMap(({ id, refusal }) => (refusal === undefined ? [] : [{ invoice_id: id, ...refusal }]));
    return { data: { updated_count: results.length - errors.length, errors } };
  },
});

function downloadOf(media: string, { content, filename }: InvoiceFile): Download {
  return new Download(media, content, filename, { 'cache-control': 'no-store' });
}
