import { conflict } from '@psa/contract-kit';
import { financialRoutes, invoiceFiguresRoutes } from '@psa/contracts-billing';
import { percentageOf, toMinorNumber } from '@psa/money';
import { handlers } from '../../billing-app.ts';
import { requireClient } from '../../replicas/client-replica.ts';
import { previewInvoice } from '../billing-cycle/preview-invoice.actions.ts';
import { paymentTerms } from '../invoice/invoice.actions.ts';
import { bulkResults } from '../ledger/each-of.ts';
import { taxRatesOn } from '../invoice/tax-of-day.records.ts';
import { agingOf, balancesOf } from './balance.records.ts';
import { changeInvoices } from './bulk-invoices.actions.ts';
import { listUnbilledTime, timeReport } from './time-report.records.ts';
import { restoreTime, writeOffTime } from './write-off-time.actions.ts';
import { invoiceAnalytics } from './invoice-analytics.records.ts';
import { toComputedItem } from '../invoice/invoice.view.ts';

const today = () => new Date().toISOString().slice(0, 10);

export const financialHandlers = handlers(financialRoutes, {
  listPaymentTerms: () => ({ data: [...paymentTerms] }),

  calculateTax: async ({ db, ports, body }) => {
    const client = await requireClient(db, ports, body.client_id);
    const date = body.date ?? today();
    const tax_region = client.is_tax_exempt === true ? null : (body.tax_region ?? client.region_code);
    const rate = tax_region === null ? '0' : (await taxRatesOn(db, [tax_region], date)).get(tax_region);
    if (rate === undefined) throw conflict(`Region ${tax_region} has no tax rate on ${date}`, { tax_region, date });
    return { data: { taxAmount: toMinorNumber(percentageOf(BigInt(body.amount), rate)), taxRate: Number(rate), tax_region } };
  },

  calculateBilling: async ({ db, ports, body }) => {
    const { due, client_id, currency_code, window } = await previewInvoice(db, ports, body);
    const { start: period_start, end: period_end } = window;
    const charges = due.computed.items.map(toComputedItem);
    const { subtotal: total_amount, tax: tax_amount, total_amount: final_amount } = due.computed;
    const parts = { charges, discounts: charges.filter(({ is_discount }) => is_discount), adjustments: [] };
    return { data: { client_id, period_start, period_end, currency_code, ...parts, total_amount, tax_amount, final_amount } };
  },

  getBalanceReport: async ({ db, ports, query }) => {
    const { client_id, as_of_date = today() } = query;
    // Of a client that has left something may still be owed.
    await requireClient(db, ports, client_id, 'client_id', true);
    return { data: { client_id, as_of_date, balances: await balancesOf(db, client_id, as_of_date) } };
  },

  getAgingReport: async ({ db, query }) => ({ data: { report_date: today(), ...(await agingOf(db, query)) } }),

  getTimeReport: async ({ db, query }) => ({ data: await timeReport(db, query) }),

  listUnbilledTime: async ({ db, query }) => {
    const { rows, pagination } = await listUnbilledTime(db, query);
    return { data: rows, pagination };
  },

  writeOffTime: async ({ db, principal, body }) => ({ data: { updated_count: await writeOffTime(db, body, principal.userId) } }),

  restoreTime: async ({ db, body }) => ({ data: { updated_count: await restoreTime(db, body) } }),

  bulkInvoiceOperation: async ({ db, ports, principal, body: { invoice_ids, ...change } }) => ({
    data: bulkResults(await changeInvoices(db, ports, principal, invoice_ids, change)),
  }),
});

export const invoiceFiguresHandlers = handlers(invoiceFiguresRoutes, {
  getInvoiceAnalytics: async ({ db, query }) => ({ data: await invoiceAnalytics(db, query) }),

  bulkUpdateInvoices: async ({ db, ports, principal, body: { invoice_ids, status, reason } }) => {
    const operation = status === 'sent' ? 'finalize' : 'cancel';
    const results = await changeInvoices(db, ports, principal, invoice_ids, { operation, reason });
    const errors = results.flatMap(({ id, refusal }) => (refusal === undefined ? [] : [{ invoice_id: id, ...refusal }]));
    return { data: { updated_count: results.length - errors.length, errors } };
  },
});
