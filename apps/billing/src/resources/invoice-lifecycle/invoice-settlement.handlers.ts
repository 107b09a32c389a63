import { invoiceSettlementRoutes } from '@psa/contracts-billing';
import { demandVersion } from '@psa/http-kit';
import { demandPermissions } from '@psa/http-kit';
import { handlers } from '../../billing-app.ts';
import { creditInvoice } from '../credit/apply-credit.actions.ts';
import { addItems, deleteInvoice } from '../invoice/invoice.actions.ts';
import { answer, requireInvoice } from '../invoice/invoice.handlers.ts';
import { eachOf, type ItemResult } from '../ledger/each-of.ts';
import { createCreditNote, creditableLines } from './credit-note.actions.ts';
import { creditOf, remainingOf } from './credited-lines.rules.ts';
import { writeOffInvoice } from './void-invoice.actions.ts';

const { refundInvoice: _refund, ...settlementRoutes } = invoiceSettlementRoutes;

export const invoiceSettlementHandlers = handlers(settlementRoutes, {
  addInvoiceItems: async ({ db, params, body, ifMatch }) =>
    answer(db, await addItems(db, params.id, body.items, ifMatch), `/api/v1/invoices/${params.id}`),

  creditInvoice: async ({ db, params, body, ifMatch }) => {
    const { invoice } = await creditInvoice(db, {
      invoiceId: params.id,
      amount: body.credit_amount,
      entryId: body.transaction_id,
      isStrict: true,
      demand: ({ version }) => demandVersion(ifMatch, version),
    });
    return answer(db, invoice);
  },

  writeOffInvoice: async ({ db, params, body, ifMatch }) => answer(db, await writeOffInvoice(db, params.id, body, ifMatch)),

  createCreditNote: async ({ db, principal, params, body, ifMatch }) => {
    demandPermissions(principal, ['invoice:void']);
    const note = await createCreditNote(db, params.id, body, ifMatch);
    return answer(db, note, `/api/v1/invoices/${note.invoice_id}`);
  },

  bulkCreditInvoices: async ({ db, body: { invoice_ids, credit_amount_per_invoice: amount } }) => ({
    data: updated(await eachOf(invoice_ids, (invoiceId) => creditInvoice(db, { invoiceId, amount, isStrict: false }))),
  }),

  bulkDeleteInvoices: async ({ db, body }) => ({
    data: updated(await eachOf(body.ids, (id) => deleteInvoice(db, id, undefined))),
  }),

  listCreditableItems: async ({ db, params }) => {
    await requireInvoice(db, params.id);
    const lines = await creditableLines(db, params.id);
    return {
      data: lines.flatMap((line) => {
        const quantity = remainingOf(line);
        const { net, tax } = creditOf(line, quantity);
        return net + tax === 0 ? [] : [{ item_id: line.item_id, description: line.item.description, quantity, amount: net + tax }];
      }),
    };
  },
});

function updated(results: readonly ItemResult[]) {
  const errors = results.flatMap(({ id, refusal }) => (refusal === undefined ? [] : [{ invoice_id: id, ...refusal }]));
  return { updated_count: results.length - errors.length, errors };
}
