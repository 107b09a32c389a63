import { invoiceRpc } from '@psa/contracts-billing';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../billing-app.ts';
import { countInvoicesOf } from '../resources/invoice/invoice.records.ts';
import type { Tables } from '../tables.ts';

/** Asked before a client is deleted. */
export const countInvoicesOfClient = tenantRpcHandler<typeof invoiceRpc.countInvoicesOfClient, Tables, Ports>(
  invoiceRpc.countInvoicesOfClient,
  async ({ client_id }, db) => ({ invoices: await countInvoicesOf(db, client_id) }),
);
