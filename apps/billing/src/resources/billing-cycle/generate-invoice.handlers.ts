import { invoiceGenerationRoutes } from '@psa/contracts-billing';
import { demandPermissions } from '@psa/http-kit';
import { handlers } from '../../billing-app.ts';
import { unapprovedWork } from '../billing-run/due-work.records.ts';
import { contentHash } from '../billing-run/content-hash.rules.ts';
import { generateInvoice } from '../billing-run/generate-invoice.actions.ts';
import { finalizeInvoice } from '../invoice-lifecycle/finalize-invoice.actions.ts';
import { answer } from '../invoice/invoice.handlers.ts';
import { toComputedItem } from '../invoice/invoice.view.ts';
import { assertApproved, billCycle } from './bill-cycle.actions.ts';
import { cycleOf, previewInvoice, windowOf } from './preview-invoice.actions.ts';

export const invoiceGenerationHandlers = handlers(invoiceGenerationRoutes, {
  generateInvoice: async ({ db, ports, principal, body: { finalize, leave_unapproved, content_hash, ...input } }) => {
    if (finalize) demandPermissions(principal, ['invoice:finalize']);
    const draft =
      input.billing_cycle_id === undefined
        ? await generateInvoice(db, ports, windowOf(input), { check: leave_unapproved ? undefined : assertApproved, content_hash })
        : await billCycle(db, ports, cycleOf(input), leave_unapproved, content_hash);
    const row = finalize && draft.status === 'draft' ? await finalizeInvoice(db, draft.invoice_id, undefined, undefined) : draft;
    return answer(db, row, `/api/v1/invoices/${row.invoice_id}`);
  },

  previewInvoice: async ({ db, ports, body }) => {
    const preview = await previewInvoice(db, ports, body);
    const { due, client_id, currency_code, window, work } = preview;
    const { items, ...sums } = due.computed;
    return {
      data: {
        client_id,
        currency_code,
        billing_period_start: window.start,
        billing_period_end: window.end,
        ...sums,
        items: items.map(toComputedItem),
        time_entries: due.sources.work.length,
        unapproved_minutes: (await unapprovedWork(db, client_id, work)).minutes,
        content_hash: contentHash(preview),
      },
    };
  },
});
