import { minorToMajor, rateToMajor } from '@psa/money';
import type { EInvoiceProfile } from '../invoice/e-invoice-members.rules.ts';
import type { InvoiceItemRecord, InvoiceRecord } from '../invoice/invoice.records.ts';
import type { Seller } from '../invoice/invoice.tables.ts';
import type { InvoiceDocument } from './invoice-document.rules.ts';
import { element, optional, type Xml } from './xml.ts';

/** Type of an invoice by UNTDID 1001. */
const TYPES = { standard: '380', prepayment: '386', credit_note: '381' } as const;
const NAMESPACES = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

const GUIDELINES: Readonly<Record<EInvoiceProfile, string>> = {
  'factur-x': 'urn:cen.eu:en16931:2017',
  xrechnung: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
};
const PROCESS = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0';
/** SEPA credit transfer by UNTDID 4461. */
const CREDIT_TRANSFER = '58';

/**
 * An invoice as Cross Industry Invoice by EN 16931, in the profile of Factur-X and ZUGFeRD of that name or as XRechnung, as it was issued: what was paid
 * since is not said. Discounts of the whole invoice are said by the line they come off, as they were allocated.
 */
export function eInvoiceOf({ invoice, items, seller, corrects }: InvoiceDocument, profile: EInvoiceProfile): string {
  const money = moneyOf(invoice.currency_code);
  const charges = items.filter(({ is_discount }) => !is_discount);
  const root = element(
    'rsm:CrossIndustryInvoice',
    [
      element('rsm:ExchangedDocumentContext', [
        profile === 'xrechnung' ? element('ram:BusinessProcessSpecifiedDocumentContextParameter', [element('ram:ID', PROCESS)]) : undefined,
        element('ram:GuidelineSpecifiedDocumentContextParameter', [element('ram:ID', GUIDELINES[profile])]),
      ]),
      element('rsm:ExchangedDocument', [
        element('ram:ID', invoice.invoice_number ?? ''),
        element('ram:TypeCode', TYPES[invoice.invoice_type]),
        element('ram:IssueDateTime', [dateOf(invoice.invoice_date)]),
        invoice.notes ? element('ram:IncludedNote', [element('ram:Content', invoice.notes)]) : undefined,
      ]),
      element('rsm:SupplyChainTradeTransaction', [
        ...charges.map((item, index) => lineOf(item, index, invoice.currency_code)),
        agreementOf(invoice, seller),
        element('ram:ApplicableHeaderTradeDelivery', []),
        settlementOf({ invoice, items: charges, seller, corrects }, money),
      ]),
    ],
    NAMESPACES,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`;
}

type Money = (minor: number) => string;

/** Amounts as decimal text; those of credit notes are positive, their type says what they are. */
function moneyOf(currency: string): Money {
  return (minor) => minorToMajor(minor < 0 ? BigInt(-minor) : BigInt(minor), currency);
}

function dateOf(day: string): Xml {
  return element('udt:DateTimeString', day.replaceAll('-', ''), { format: '102' });
}

/** Category and rate of a line's tax: standard, zero, or none. */
function taxOf({ tax_rate }: InvoiceItemRecord): { readonly category: 'S' | 'Z' | 'E'; readonly rate: string } {
  if (tax_rate === null) return { category: 'E', rate: '0' };
  return { category: tax_rate > 0 ? 'S' : 'Z', rate: String(tax_rate) };
}

function lineOf(item: InvoiceItemRecord, index: number, currency: string): Xml {
  const money = moneyOf(currency);
  const { category, rate } = taxOf(item);
  const isWork = item.minutes !== null;
  const period = item.service_period_start !== null && item.service_period_end !== null;
  return element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [element('ram:LineID', String(index + 1))]),
    element('ram:SpecifiedTradeProduct', [element('ram:Name', item.description)]),
    element('ram:SpecifiedLineTradeAgreement', [
      element('ram:NetPriceProductTradePrice', [element('ram:ChargeAmount', rateToMajor(Math.abs(item.unit_price), currency))]),
    ]),
    element('ram:SpecifiedLineTradeDelivery', [element('ram:BilledQuantity', String(item.quantity), { unitCode: isWork ? 'HUR' : 'C62' })]),
    element('ram:SpecifiedLineTradeSettlement', [
      element('ram:ApplicableTradeTax', [
        element('ram:TypeCode', 'VAT'),
        element('ram:CategoryCode', category),
        element('ram:RateApplicablePercent', rate),
      ]),
      period ? periodOf(item.service_period_start ?? '', item.service_period_end ?? '') : undefined,
      item.discount_amount === 0
        ? undefined
        : element('ram:SpecifiedTradeAllowanceCharge', [
            element('ram:ChargeIndicator', [element('udt:Indicator', 'false')]),
            element('ram:ActualAmount', money(item.discount_amount)),
            element('ram:Reason', 'Discount'),
          ]),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', [
        element('ram:LineTotalAmount', money(item.net_amount - item.discount_amount)),
      ]),
    ]),
  ]);
}

/** @param end the day after the last one */
function periodOf(start: string, end: string): Xml {
  const last = new Date(Date.parse(end) - 86_400_000).toISOString().slice(0, 10);
  return element('ram:BillingSpecifiedPeriod', [element('ram:StartDateTime', [dateOf(start)]), element('ram:EndDateTime', [dateOf(last)])]);
}

function agreementOf({ bill_to, client_name, po_number }: InvoiceRecord, seller: Seller): Xml {
  const lines = (seller.seller_address ?? '').split('\n');
  return element('ram:ApplicableHeaderTradeAgreement', [
    optional('ram:BuyerReference', bill_to?.buyer_reference),
    element('ram:SellerTradeParty', [
      element('ram:Name', seller.seller_name ?? ''),
      contactOf(seller),
      addressOf(lines, seller.seller_city ?? null, seller.seller_postal_code ?? null, seller.seller_country_code ?? null),
      electronicAddress(seller.seller_email),
      element('ram:SpecifiedTaxRegistration', [element('ram:ID', seller.seller_tax_id ?? '', { schemeID: 'VA' })]),
    ]),
    element('ram:BuyerTradeParty', [
      element('ram:Name', client_name),
      addressOf(bill_to?.address_lines ?? [], bill_to?.city ?? null, bill_to?.postal_code ?? null, bill_to?.country_code ?? null),
      electronicAddress(bill_to?.email),
    ]),
    po_number === null ? undefined : element('ram:BuyerOrderReferencedDocument', [element('ram:IssuerAssignedID', po_number)]),
  ]);
}

function contactOf({ seller_contact_name, seller_phone, seller_email }: Seller): Xml | undefined {
  if (!seller_contact_name) return undefined;
  return element('ram:DefinedTradeContact', [
    element('ram:PersonName', seller_contact_name),
    seller_phone ? element('ram:TelephoneUniversalCommunication', [element('ram:CompleteNumber', seller_phone)]) : undefined,
    seller_email ? element('ram:EmailURIUniversalCommunication', [element('ram:URIID', seller_email)]) : undefined,
  ]);
}

function electronicAddress(email: string | null | undefined): Xml | undefined {
  return email ? element('ram:URIUniversalCommunication', [element('ram:URIID', email, { schemeID: 'EM' })]) : undefined;
}

function paymentMeansOf({ seller_iban }: Seller): Xml | undefined {
  if (!seller_iban) return undefined;
  return element('ram:SpecifiedTradeSettlementPaymentMeans', [
    element('ram:TypeCode', CREDIT_TRANSFER),
    element('ram:PayeePartyCreditorFinancialAccount', [element('ram:IBANID', seller_iban)]),
  ]);
}

function addressOf(lines: readonly string[], city: string | null, postal: string | null, country: string | null): Xml {
  const [one, two, ...others] = lines.map((line) => line.trim()).filter((line) => line !== '');
  return element('ram:PostalTradeAddress', [
    optional('ram:PostcodeCode', postal),
    optional('ram:LineOne', one),
    optional('ram:LineTwo', two),
    optional('ram:LineThree', others.join(', ')),
    optional('ram:CityName', city),
    optional('ram:CountryID', country?.toUpperCase()),
  ]);
}

function settlementOf({ invoice, items: charges, seller, corrects }: InvoiceDocument, money: Money): Xml {
  const { currency_code, subtotal, tax, total_amount, due_date, billing_period_start, billing_period_end } = invoice;
  const groups = Map.groupBy(charges, (item) => `${taxOf(item).category} ${taxOf(item).rate}`);
  return element('ram:ApplicableHeaderTradeSettlement', [
    element('ram:InvoiceCurrencyCode', currency_code),
    paymentMeansOf(seller),
    ...[...groups.values()].map((group) => taxTotalOf(group, money)),
    billing_period_start === null || billing_period_end === null ? undefined : periodOf(billing_period_start, billing_period_end),
    element('ram:SpecifiedTradePaymentTerms', [
      optional('ram:Description', seller.payment_instructions),
      element('ram:DueDateDateTime', [dateOf(due_date)]),
    ]),
    element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      element('ram:LineTotalAmount', money(subtotal)),
      element('ram:TaxBasisTotalAmount', money(subtotal)),
      element('ram:TaxTotalAmount', money(tax), { currencyID: currency_code }),
      element('ram:GrandTotalAmount', money(total_amount)),
      element('ram:DuePayableAmount', money(total_amount)),
    ]),
    corrects === null ? undefined : element('ram:InvoiceReferencedDocument', [element('ram:IssuerAssignedID', corrects)]),
  ]);
}

function taxTotalOf(group: readonly InvoiceItemRecord[], money: Money): Xml {
  const { category, rate } = taxOf(group[0]!);
  const sum = (read: (item: InvoiceItemRecord) => number) => group.reduce((total, item) => total + read(item), 0);
  return element('ram:ApplicableTradeTax', [
    element('ram:CalculatedAmount', money(sum(({ tax_amount }) => tax_amount))),
    element('ram:TypeCode', 'VAT'),
    category === 'E' ? element('ram:ExemptionReason', 'Not subject to tax') : undefined,
    element('ram:BasisAmount', money(sum(({ net_amount, discount_amount }) => net_amount - discount_amount))),
    element('ram:CategoryCode', category),
    element('ram:RateApplicablePercent', rate),
  ]);
}
