import { invalidField, itemRefusal } from '@psa/contract-kit';
import { demandPermissions, type Principal } from '@psa/http-kit';
import type { Db } from '../../billing-app.ts';
import { creditInvoice } from '../credit/apply-credit.actions.ts';
import { finalizeInvoice } from '../invoice-lifecycle/finalize-invoice.actions.ts';
import { voidInvoice } from '../invoice-lifecycle/void-invoice.actions.ts';
import { eachOf, type ItemResult } from '../ledger/each-of.ts';

/** What is done to each. */
export interface InvoiceChange {
  readonly operation: 'finalize' | 'cancel' | 'apply_credit';
  /** Needed to cancel. */
  readonly reason?: string | undefined;
  /** Credit at most; all that is due when absent. */
  readonly amount?: number | undefined;
}

/** Finalizes, voids or pays invoices by credit, each by itself. @throws FORBIDDEN, VALIDATION_ERROR when there is no reason to void */
export async function changeInvoices(
  db: Db,
  principal: Pick<Principal, 'permissions'>,
  invoiceIds: readonly string[],
  { operation, reason, amount = Number.MAX_SAFE_INTEGER }: InvoiceChange,
): Promise<ItemResult[]> {
  if (operation === 'cancel') {
    demandPermissions(principal, ['invoice:void']);
    if (reason === undefined) throw invalidField('reason', 'is required to cancel', 'required');
  }
  if (operation === 'apply_credit') demandPermissions(principal, ['invoice:credit']);
  return eachOf(
    invoiceIds,
    (invoiceId): Promise<unknown> => {
      if (operation === 'finalize') return finalizeInvoice(db, invoiceId, undefined, undefined);
      if (operation === 'cancel') return voidInvoice(db, invoiceId, reason!, undefined);
      return creditInvoice(db, { invoiceId, amount, isStrict: false });
    },
    itemRefusal,
  );
}
