import { randomUUID } from 'node:crypto';
import type { financialRoutes, invoiceFiguresRoutes } from '@psa/contracts-billing';
import { type TimeEntryFacts, timeEntryEvents } from '@psa/contracts-time';
import type { Fixture, World } from '@psa/test-kit/derived';
import { assignLine, JUNE, makeFinal, makeInvoice } from './invoice.fixtures.ts';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

/** Lets the time service tell of an hour of approved work. @returns its id */
async function approvedTime({ service, caller: { tenant, userId } }: World): Promise<string> {
  const entry: TimeEntryFacts = {
    entry_id: randomUUID(),
    user_id: userId,
    work_item_type: 'ticket',
    work_item_id: randomUUID(),
    client_id: randomUUID(),
    project_id: null,
    service_id: randomUUID(),
    work_date: '2026-06-02',
    start_time: '2026-06-02T09:00:00Z',
    end_time: '2026-06-02T10:00:00Z',
    duration_minutes: 60,
    billable_duration: 60,
    is_billable: true,
    contract_line_id: null,
    tax_region: null,
    time_sheet_id: null,
    approval_status: 'APPROVED',
    invoice_id: null,
  };
  await service.publish(tenant, timeEntryEvents.approved, { ...entry, approved_by: userId }, 2);
  await service.settled();
  return entry.entry_id;
}

const withInvoice: Fixture = async ({ api }) => {
  await makeFinal(api);
  return {};
};

export const financialFixtures: Fixtures<typeof financialRoutes> = {
  listPaymentTerms: () => ({}),
  calculateTax: () => ({ body: { client_id: randomUUID(), amount: 10_000 } }),
  calculateBilling: async ({ api }) => ({ body: { client_id: (await assignLine(api)).client_id, ...JUNE } }),
  getBalanceReport: async ({ api }) => ({ query: { client_id: (await makeFinal(api)).client_id } }),
  getAgingReport: withInvoice,
  getTimeReport: () => ({}),
  listUnbilledTime: () => ({}),
  writeOffTime: async (world) => ({ body: { time_entry_ids: [await approvedTime(world)], reason: 'Training' } }),
  restoreTime: async (world) => ({ body: { time_entry_ids: [await approvedTime(world)] } }),
  bulkInvoiceOperation: async ({ api }) => ({ body: { invoice_ids: [(await makeInvoice(api)).invoice_id], operation: 'finalize' } }),
};

export const invoiceFiguresFixtures: Fixtures<typeof invoiceFiguresRoutes> = {
  getInvoiceAnalytics: withInvoice,
  bulkUpdateInvoices: async ({ api }) => ({ body: { invoice_ids: [(await makeInvoice(api)).invoice_id], status: 'sent' } }),
};
