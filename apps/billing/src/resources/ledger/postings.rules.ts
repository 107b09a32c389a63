import type { Account } from '@psa/contracts-billing';

/** Money from one account to another, in minor units. */
export interface Posting {
  readonly debit: Account;
  readonly credit: Account;
  readonly amount: number;
}

export interface InvoiceSums {
  readonly subtotal: number;
  /** What discounts took off. */
  readonly discount: number;
  readonly tax: number;
}

/** A final invoice: what is owed, earned and due to the tax office. Discounts are revenue that was given up. */
export function invoicePostings({ subtotal, discount, tax }: InvoiceSums): Posting[] {
  return present([
    { debit: 'ar', credit: 'revenue', amount: subtotal },
    { debit: 'discount', credit: 'revenue', amount: discount },
    { debit: 'ar', credit: 'tax_payable', amount: tax },
  ]);
}

/** The same the other way round. */
export function mirrored(postings: readonly Posting[]): Posting[] {
  return postings.map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount }));
}

/** What was paid: for the invoice, and beyond what was due. */
export function paymentPostings(applied: number, excess: number): Posting[] {
  return present([
    { debit: 'cash', credit: 'ar', amount: applied },
    { debit: 'cash', credit: 'unapplied_cash', amount: excess },
  ]);
}

/** What a credit note gives: revenue and tax that were not due after all. */
export function creditNotePostings(net: number, tax: number): Posting[] {
  return present([
    { debit: 'revenue', credit: 'client_credit', amount: net },
    { debit: 'tax_payable', credit: 'client_credit', amount: tax },
  ]);
}

function present(postings: readonly Posting[]): Posting[] {
  return postings.filter(({ amount }) => amount !== 0);
}
