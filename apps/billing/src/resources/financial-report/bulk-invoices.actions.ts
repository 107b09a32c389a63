import { invalidField, itemRefusal } from '@psa/contract-kit';
import { demandPermissions, type Principal } from '@psa/http-kit';
import type { Db } from '../../billing-app.ts';
import { finalizeInvoice, voidInvoice } from '../invoice/invoice-lifecycle.actions.ts';

export interface InvoiceResult {
  readonly invoice_id: string;
  readonly refusal?: { readonly code: string; readonly message: string };
}

/** Finalizes or voids invoices, each by itself. @throws FORBIDDEN, VALIDATION_ERROR when there is no reason to void */
export async function changeInvoices(
  db: Db,
  principal: Pick<Principal, 'permissions'>,
  invoiceIds: readonly string[],
  change: 'finalize' | 'cancel',
  reason: string | undefined,
): Promise<InvoiceResult[]> {
  if (change === 'cancel') {
    demandPermissions(principal, ['invoice:void']);
    if (reason === undefined) throw invalidField('reason', 'is required to cancel', 'required');
  }
  const results: InvoiceResult[] = [];
  for (const invoice_id of new Set(invoiceIds)) {
    try {
      await (change === 'finalize'
        ? finalizeInvoice(db, invoice_id, undefined, undefined)
        : voidInvoice(db, invoice_id, reason!, undefined));
      results.push({ invoice_id });
    } catch (thrown) {
      results.push({ invoice_id, refusal: itemRefusal(thrown) });
    }
  }
  return results;
}
