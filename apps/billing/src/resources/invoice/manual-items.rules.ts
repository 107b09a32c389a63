import type { CreateInvoice, CreateManualInvoice, InvoiceItemInput } from '@psa/contracts-billing';
import { invalidField } from '@psa/contract-kit';

/** A manual invoice as a draft. */
export interface ManualInvoice {
  readonly invoice: CreateInvoice;
  /** Of a payment in advance: the last day of its credit, none by null, by the settings when undefined. */
  readonly prepayment: { readonly expires: string | null | undefined } | undefined;
}

/** What a manual invoice asks for, in the words of a draft. @throws VALIDATION_ERROR naming client_id, or the rate of a line */
export function fromManual(manual: CreateManualInvoice): ManualInvoice {
  const { client_id, clientId, items, is_prepayment, isPrepayment, expiration_date, expirationDate, ...rest } = manual;
  const client = client_id ?? clientId;
  if (client === undefined) throw invalidField('client_id', 'is required', 'required');
  const lines = items.map((item, index) => fromManualItem(item, index));
  const invoice = { ...rest, client_id: client, items: lines };
  const expires = expiration_date === undefined ? expirationDate : expiration_date;
  if ((is_prepayment ?? isPrepayment) === true) return { invoice: { ...invoice, items: lines.map(untaxed) }, prepayment: { expires } };
  if (expires !== undefined && expires !== null) throw invalidField('expiration_date', 'is only for a prepayment');
  return { invoice, prepayment: undefined };
}

/** Tax is due on what the credit pays for. @throws VALIDATION_ERROR for a line that is to be taxed */
function untaxed(item: InvoiceItemInput, index: number): InvoiceItemInput {
  if (item.is_taxable === true) throw invalidField(['items', index, 'is_taxable'], 'must be false in a prepayment');
  return { ...item, is_taxable: false };
}

/** `rate` is the price, or the percentage of a percentage discount. */
function fromManualItem({ rate, ...item }: CreateManualInvoice['items'][number], index: number): InvoiceItemInput {
  if (rate === undefined) return item;
  if (item.is_discount && item.discount_type === 'percentage') {
    if (rate > 100) throw invalidField(['items', index, 'rate'], 'is a percentage: at most 100');
    return { ...item, discount_percentage: item.discount_percentage ?? rate };
  }
  return { ...item, unit_price: item.unit_price ?? rate };
}
