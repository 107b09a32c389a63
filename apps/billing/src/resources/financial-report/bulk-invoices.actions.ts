import { conflict, invalidField } from '@psa/contract-kit';
import type { SendInvoice } from '@psa/contracts-billing';
import { demandPermissions, type Principal } from '@psa/http-kit';
import type { Db, Ports } from '../../billing-app.ts';
import { creditInvoice } from '../credit/apply-credit.actions.ts';
import { invoiceAddresses } from '../invoice-document/invoice-addresses.records.ts';
import { sendInvoices } from '../invoice-document/send-invoice.actions.ts';
import { requireInvoice } from '../invoice/invoice.handlers.ts';
import { finalizeInvoice } from '../invoice-lifecycle/finalize-invoice.actions.ts';
import { voidInvoice } from '../invoice-lifecycle/void-invoice.actions.ts';
import { eachOf, type ItemResult } from '../ledger/each-of.ts';

/** What is done to each. */
export interface InvoiceChange {
  readonly operation: 'finalize' | 'send' | 'cancel' | 'apply_credit';
  /** Needed to cancel. */
  readonly reason?: string | undefined;
  /** Credit at most; all that is due when absent. */
  readonly amount?: number | undefined;
}

/** Finalizes, sends or voids invoices, or pays them by credit; one that is refused leaves the others. @throws FORBIDDEN, VALIDATION_ERROR for a void without a reason */
export async function changeInvoices(
  db: Db,
  ports: Ports,
  principal: Pick<Principal, 'permissions'>,
  invoiceIds: readonly string[],
  { operation, reason, amount = Number.MAX_SAFE_INTEGER }: InvoiceChange,
): Promise<ItemResult[]> {
  if (operation === 'cancel') {
    demandPermissions(principal, ['invoice:void']);
    if (reason === undefined) throw invalidField('reason', 'is required to cancel', 'required');
  }
  if (operation === 'send') {
    demandPermissions(principal, ['invoice:send']);
    return sendInvoices(db, ports, invoiceIds, (id) => mailToClient(db, id));
  }
  if (operation === 'apply_credit') demandPermissions(principal, ['invoice:credit']);
  return eachOf(invoiceIds, (invoiceId): Promise<unknown> => {
    if (operation === 'finalize') return finalizeInvoice(db, invoiceId, undefined, undefined);
    if (operation === 'cancel') return voidInvoice(db, invoiceId, reason!, undefined);
    return creditInvoice(db, { invoiceId, amount, isStrict: false });
  });
}

/** @throws NOT_FOUND, CONFLICT when the client has no address for invoices */
async function mailToClient(db: Db, id: string): Promise<SendInvoice> {
  const email_addresses = await invoiceAddresses(db, await requireInvoice(db, id));
  if (email_addresses.length === 0) throw conflict('The client has no address for invoices', { reason: 'no_address' });
  return { email_addresses, include_pdf: true };
}
