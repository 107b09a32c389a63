import { priceOf } from '@psa/money';
import type { DocumentDraft } from '../../ports/accounting.ts';
import type { InvoiceItemRecord, InvoiceRecord } from '../invoice/invoice.records.ts';

/** Ids at the provider of what lines refer to. */
export interface DocumentReferences {
  readonly customerId: string;
  /** By service; that of lines without one under null. */
  readonly items: ReadonlyMap<string | null, string>;
  /** By tax region. */
  readonly taxCodes: ReadonlyMap<string, string>;
}

type Charge = DocumentDraft['lines'][number];

/** Lines that are billed; what discounts take off is taken off each of them already. */
export function chargesOf(items: readonly InvoiceItemRecord[]): InvoiceItemRecord[] {
  return items.filter(({ is_discount }) => !is_discount);
}

/**
 * An invoice or credit note as the provider gets it. Amounts of credit notes are positive there.
 * @param isDetailed whether each line is sent, or one for each service and tax code
 */
export function documentDraft(
  invoice: InvoiceRecord,
  items: readonly InvoiceItemRecord[],
  { customerId, items: itemIds, taxCodes }: DocumentReferences,
  isDetailed: boolean,
): DocumentDraft {
  const charges = chargesOf(items).map((item): Charge => {
    const taxCodeId = item.tax_region === null ? null : (taxCodes.get(item.tax_region) ?? null);
    const itemId = itemIds.get(item.service_id) ?? '';
    return { description: item.description, amount: amountOf(item), priced: pricedOf(item), itemId, taxCodeId };
  });
  return {
    number: invoice.invoice_number ?? '',
    customerId,
    date: invoice.invoice_date,
    dueDate: invoice.due_date,
    currencyCode: invoice.currency_code,
    notes: invoice.notes,
    tax: Math.abs(invoice.tax),
    taxCodeId: charges.find(({ taxCodeId }) => taxCodeId !== null)?.taxCodeId ?? null,
    lines: isDetailed ? charges : summed(charges, invoice.invoice_number ?? ''),
  };
}

function amountOf({ net_amount, discount_amount }: InvoiceItemRecord): number {
  return Math.abs(net_amount) - discount_amount;
}

/** Quantity and price where they explain the amount to the cent: the provider refuses lines whose product differs. */
function pricedOf(item: InvoiceItemRecord): Charge['priced'] {
  const unitPrice = Math.abs(item.unit_price);
  const isExact = Number.isInteger(unitPrice) && item.minutes === null && item.discount_amount === 0;
  if (!isExact || priceOf(String(unitPrice), String(item.quantity)) !== BigInt(amountOf(item))) return null;
  return { quantity: item.quantity, unitPrice };
}

function summed(charges: readonly Charge[], number: string): Charge[] {
  const groups = Map.groupBy(charges, ({ itemId, taxCodeId }) => JSON.stringify([itemId, taxCodeId]));
  return [...groups.values()].map(([first, ...others]) => ({
    ...(first as Charge),
    description: number,
    priced: null,
    amount: others.reduce((sum, { amount }) => sum + amount, (first as Charge).amount),
  }));
}
