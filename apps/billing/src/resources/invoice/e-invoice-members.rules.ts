import { minorDigits } from '@psa/money';
import type { InvoiceRecord } from './invoice.records.ts';
import type { Seller } from './invoice.tables.ts';

/** Rules an electronic invoice follows: EN 16931 as Factur-X has it, or its German form XRechnung 3. */
export type EInvoiceProfile = 'factur-x' | 'xrechnung';

interface EInvoice {
  readonly invoice: Pick<InvoiceRecord, 'bill_to' | 'currency_code' | 'invoice_type'>;
  readonly seller: Seller;
}

type Demand = readonly [member: string, isThere: boolean];

/** Digits behind the point that EN 16931 allows (BR-DEC). */
const MOST_DIGITS = 2;

/** Members without which an invoice cannot be written in a profile. @returns none when it can */
export function missingForEInvoice(document: EInvoice, profile: EInvoiceProfile): string[] {
  const demanded = [...byEn16931(document), ...(profile === 'xrechnung' ? byXRechnung(document) : [])];
  return demanded.filter(([, isThere]) => !isThere).map(([name]) => name);
}

function byEn16931({ invoice: { bill_to, currency_code }, seller }: EInvoice): Demand[] {
  return [
    ['seller_name', Boolean(seller.seller_name)],
    // BR-CO-9: a number for VAT begins with the code of its country.
    ['seller_tax_id', /^[A-Z]{2}/.test(seller.seller_tax_id ?? '')],
    ['seller_country_code', Boolean(seller.seller_country_code)],
    ['bill_to.country_code', bill_to?.country_code?.length === 2],
    ['currency_code', minorDigits(currency_code) <= MOST_DIGITS],
  ];
}

function byXRechnung({ invoice: { bill_to, invoice_type }, seller }: EInvoice): Demand[] {
  return [
    // BR-DE-2, 5, 6 and 7
    ['seller_contact_name', Boolean(seller.seller_contact_name)],
    ['seller_phone', (seller.seller_phone?.match(/\d/g) ?? []).length >= 3],
    ['seller_email', Boolean(seller.seller_email)],
    // BR-DE-3 and 4
    ['seller_city', Boolean(seller.seller_city)],
    ['seller_postal_code', Boolean(seller.seller_postal_code)],
    // BR-DE-1 and 23
    ['seller_iban', Boolean(seller.seller_iban)],
    // BR-DE-8 and 9
    ['bill_to.city', Boolean(bill_to?.city)],
    ['bill_to.postal_code', Boolean(bill_to?.postal_code)],
    // PEPPOL-EN16931-R010
    ['bill_to.email', Boolean(bill_to?.email)],
    // BR-DE-15
    ['bill_to.buyer_reference', Boolean(bill_to?.buyer_reference)],
    // BR-DE-17 knows no invoices for payments in advance.
    ['invoice_type', invoice_type !== 'prepayment'],
  ];
}
