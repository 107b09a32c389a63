import { describe, expect, it } from '@jest/globals';
import { priceOf } from '@psa/money';
import fc from 'fast-check';
import type { InvoiceItemRecord, InvoiceRecord } from '../invoice/invoice.records.ts';
import { invoiceTotals } from '../invoice/invoice-totals.rules.ts';
import { documentDraft } from './document-draft.rules.ts';

const references = {
  customerId: '58',
  items: new Map<string | null, string>([
    [null, '1'],
    ['backup', '2'],
  ]),
  taxCodes: new Map([['DE', '7']]),
};

const charges = fc.array(
  fc.record({
    rate: fc.integer({ min: 0, max: 100_000 }),
    quantity: fc.integer({ min: 1, max: 9_999 }).map((thousandths) => thousandths / 1_000),
    isTaxed: fc.boolean(),
    service: fc.constantFrom(null, 'backup'),
  }),
  { minLength: 1, maxLength: 12 },
);

/** An invoice of charges with a discount on the whole, as finalizing leaves it. */
function invoiceOf(given: readonly { rate: number; quantity: number; isTaxed: boolean; service: string | null }[], percent: number) {
  const tax = { region: 'DE', percentage: '19' };
  const totals = invoiceTotals(
    given.map(({ rate, quantity, isTaxed }) => ({ rate: String(rate), quantity: String(quantity), tax: isTaxed ? tax : null })),
    [{ charge: null, type: 'percentage', value: String(percent) }],
  );
  const items = given.map(({ rate, quantity, isTaxed, service }, index) => {
    const { gross, discount, tax: taxed } = totals.charges[index]!;
    const amounts = { net_amount: Number(gross), discount_amount: Number(discount), tax_amount: Number(taxed) };
    const region = { tax_region: isTaxed ? 'DE' : null, service_id: service, minutes: null, is_discount: false };
    return { ...amounts, ...region, description: `Line ${index}`, unit_price: rate, quantity } as InvoiceItemRecord;
  });
  const { subtotal, tax: sum, total } = totals;
  const sums = { subtotal: Number(subtotal), tax: Number(sum), total_amount: Number(total) };
  return { invoice: { ...sums, invoice_number: 'INV-000001', currency_code: 'EUR', notes: null } as InvoiceRecord, items };
}

describe('a document for the books', () => {
  it('comes to the same as the invoice, line by line and summed up', () => {
    fc.assert(
      fc.property(charges, fc.integer({ min: 0, max: 100 }), fc.boolean(), (given, percent, isDetailed) => {
        const { invoice, items } = invoiceOf(given, percent);
        const { lines, tax } = documentDraft(invoice, items, references, isDetailed);
        expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(invoice.subtotal);
        expect(tax).toBe(invoice.tax);
      }),
    );
  });

  it('names a price only where its product is the amount', () => {
    fc.assert(
      fc.property(charges, fc.integer({ min: 0, max: 100 }), (given, percent) => {
        const { invoice, items } = invoiceOf(given, percent);
        for (const { priced, amount } of documentDraft(invoice, items, references, true).lines)
          if (priced !== null) expect(priceOf(String(priced.unitPrice), String(priced.quantity))).toBe(BigInt(amount));
      }),
    );
    const [exact, discounted] = [
      invoiceOf([{ rate: 5_000, quantity: 2, isTaxed: true, service: null }], 0),
      invoiceOf([{ rate: 5_000, quantity: 2, isTaxed: true, service: null }], 10),
    ];
    expect(documentDraft(exact.invoice, exact.items, references, true)).toMatchObject({
      taxCodeId: '7',
      lines: [{ amount: 10_000, priced: { quantity: 2, unitPrice: 5_000 }, itemId: '1', taxCodeId: '7' }],
    });
    expect(documentDraft(discounted.invoice, discounted.items, references, true).lines).toMatchObject([{ amount: 9_000, priced: null }]);
  });

  it('has one line for each item and tax code where lines are not wanted', () => {
    const line = { rate: 100, quantity: 1, isTaxed: true, service: null };
    const { invoice, items } = invoiceOf([line, line, { ...line, service: 'backup' }, { ...line, isTaxed: false }], 0);
    expect(documentDraft(invoice, items, references, false).lines).toMatchObject([
      { description: 'INV-000001', amount: 200 },
      { amount: 100, itemId: '2' },
      { amount: 100, taxCodeId: null },
    ]);
  });
});
