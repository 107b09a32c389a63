import { itemRefusal } from '@psa/contract-kit';
import { invoiceDocumentRoutes } from '@psa/contracts-billing';
import { Download } from '@psa/http-kit';
import { type Db, handlers } from '../../billing-app.ts';
import { answer, requireInvoice } from '../invoice/invoice.handlers.ts';
import { eachOf } from '../ledger/each-of.ts';
import { explainLines } from './explanation.records.ts';
import { pdfOf, sendInvoice } from './send-invoice.actions.ts';

export const invoiceDocumentHandlers = handlers(invoiceDocumentRoutes, {
  getInvoicePdf: ({ db, params }) => downloadOf(db, params.id),

  makeInvoicePdf: ({ db, params }) => downloadOf(db, params.id),

  explainInvoice: async ({ db, params }) => {
    await requireInvoice(db, params.id);
    return { data: await explainLines(db, params.id) };
  },

  sendInvoice: async ({ db, ports, params, body, ifMatch }) => answer(db, await sendInvoice(db, ports, params.id, body, ifMatch)),

  bulkSendInvoices: async ({ db, ports, body: { invoice_ids, ...mail } }) => {
    const results = await eachOf(invoice_ids, (id) => sendInvoice(db, ports, id, mail, undefined), itemRefusal);
    const errors = results.flatMap(({ id, refusal }) => (refusal === undefined ? [] : [{ invoice_id: id, ...refusal }]));
    return { data: { updated_count: results.length - errors.length, errors } };
  },
});

async function downloadOf(db: Db, id: string): Promise<Download> {
  const { pdf, filename } = await pdfOf(db, id);
  return new Download('application/pdf', pdf, filename, { 'cache-control': 'no-store' });
}
