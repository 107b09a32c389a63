import { invoiceGenerationRoutes } from '@psa/contracts-billing';
import { demandPermissions } from '@psa/http-kit';
import { handlers } from '../../billing-app.ts';
import { finalizeInvoice } from '../invoice-lifecycle/finalize-invoice.actions.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { answer } from '../invoice/invoice.handlers.ts';
import { generateInvoice, previewInvoice } from './generate-invoice.actions.ts';

export const invoiceGenerationHandlers = handlers(invoiceGenerationRoutes, {
  generateInvoice: async ({ db, ports, principal, body: { finalize, ...window } }) => {
    if (finalize) demandPermissions(principal, ['invoice:finalize']);
    const draft = await generateInvoice(db, ports, window);
    const row = finalize ? await finalizeInvoice(db, draft.invoice_id, undefined, undefined) : draft;
    return answer(db, row, `/api/v1/invoices/${row.invoice_id}`);
  },

  previewInvoice: async ({ db, ports, body }) => {
    const { computed, sources } = await previewInvoice(db, ports, body);
    const { items, ...sums } = computed;
    return {
      data: {
        client_id: body.client_id,
        currency_code: body.currency_code ?? (await readBillingSettings(db)).default_currency,
        billing_period_start: body.period_start,
        billing_period_end: body.period_end,
        ...sums,
        items: items.map(({ item_id: _id, position: _position, ...item }) => ({
          ...item,
          total_price: item.net_amount - item.discount_amount + item.tax_amount,
        })),
        time_entries: sources.work.length,
      },
    };
  },
});
