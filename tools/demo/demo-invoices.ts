import { addDays, addMonths } from '@psa/calendar';

/** What becomes of a demo invoice. */
export type InvoiceFate = 'draft' | 'open' | 'partly paid' | 'paid' | 'written off' | 'void' | 'credited';

export interface DemoInvoice {
  /** First day of its month. */
  readonly month: string;
  readonly fate: InvoiceFate;
  /** Part that is paid, in percent. */
  readonly paidPercent: number;
  readonly body: { readonly invoice_date: string; readonly due_date: string; readonly items: readonly object[] };
}

const MONTHS = 12;
const TERMS_DAYS = 30;
/** Invoices this old are mostly settled. */
const OLD_MONTHS = 3;

/**
 * A year of invoices of a client, a month each, the last of them a draft. Old ones are paid but for a few; of the newer ones some are
 * late, so that aging looks as it does.
 * @param index of the client: who pays how follows from it
 */
export function demoInvoices(index: number, now: Date): DemoInvoice[] {
  const thisMonth = `${now.toISOString().slice(0, 7)}-01`;
  return Array.from({ length: MONTHS }, (_, nth) => {
    const month = addMonths(thisMonth, nth - MONTHS + 1);
    const fate = fateOf(index, nth);
    const devices = 8 + ((index * 5 + nth) % 17);
    const hours = ((index * 7 + nth * 3) % 11) + 0.5;
    return {
      month,
      fate,
      paidPercent: fate === 'paid' || fate === 'credited' ? 100 : fate === 'partly paid' ? 40 : 0,
      body: {
        invoice_date: month,
        due_date: addDays(month, TERMS_DAYS),
        items: [
          { description: 'Managed workplace, for each device', quantity: devices, unit_price: 3_900 },
          { description: 'Remote support, hours', quantity: hours, unit_price: 12_000 },
          ...(index % 4 === 0 ? [{ description: 'Loyalty', is_discount: true, discount_type: 'percentage', discount_percentage: 5 }] : []),
        ],
      },
    };
  });
}

function fateOf(index: number, nth: number): InvoiceFate {
  const age = MONTHS - 1 - nth;
  if (age === 0) return 'draft';
  const turn = (index * 3 + nth) % 13;
  if (age > OLD_MONTHS) {
    if (turn === 5 && index % 3 === 0) return 'written off';
    if (turn === 8) return 'void';
    return turn === 11 ? 'credited' : index % 9 === 8 && age < 6 ? 'open' : 'paid';
  }
  if (index % 4 === 3) return 'open';
  return age === 1 ? (turn % 2 === 0 ? 'open' : 'paid') : turn % 5 === 0 ? 'partly paid' : 'paid';
}
