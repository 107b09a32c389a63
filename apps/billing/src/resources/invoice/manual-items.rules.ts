import type { CreateInvoice, CreateManualInvoice, InvoiceItemInput } from '@psa/contracts-billing';
import { invalidField } from '@psa/contract-kit';

/** What a manual invoice asks for, in the words of a draft. @throws VALIDATION_ERROR naming client_id, or the rate of a line */
export function fromManual({ client_id, clientId, items, ...rest }: CreateManualInvoice): CreateInvoice {
  const client = client_id ?? clientId;
  if (client === undefined) throw invalidField('client_id', 'is required', 'required');
  return { ...rest, client_id: client, items: items.map((item, index) => fromManualItem(item, index)) };
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
