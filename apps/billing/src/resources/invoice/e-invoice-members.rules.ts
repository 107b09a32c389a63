import { minorDigits } from '@psa/money';
import type { InvoiceRecord } from './invoice.records.ts';
import type { Seller } from './invoice.tables.ts';

/** Digits behind the point that EN 16931 allows (BR-DEC). */
const MOST_DIGITS = 2;

/** Members without which an invoice cannot be written by EN 16931. @returns none when it can */
export function missingForEInvoice({
  invoice,
  seller,
}: {
  readonly invoice: Pick<InvoiceRecord, 'bill_to' | 'currency_code'>;
  readonly seller: Seller;
}): string[] {
  const { bill_to, currency_code } = invoice;
  const demanded: [string, boolean][] = [
    ['seller_name', Boolean(seller.seller_name)],
    ['seller_tax_id', Boolean(seller.seller_tax_id)],
    ['seller_country_code', Boolean(seller.seller_country_code)],
    ['bill_to.country_code', bill_to?.country_code?.length === 2],
    ['currency_code', minorDigits(currency_code) <= MOST_DIGITS],
  ];
  return demanded.filter(([, isThere]) => !isThere).map(([name]) => name);
}
