import { creditEvents, type TransactionType } from '@psa/contracts-billing';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../billing-app.ts';
import { post } from '../ledger/journal.records.ts';
import type { Posting } from '../ledger/postings.rules.ts';
import { creditFacts, type CreditRecord, insertCredit } from './credit.records.ts';
import { tellBalance } from './tell-balance.actions.ts';

interface Given {
  readonly client_id: string;
  readonly currency_code: string;
  readonly amount: number;
  readonly expiration_date: string | null;
  readonly type: Extract<TransactionType, 'prepayment' | 'credit_issuance' | 'credit_issuance_from_negative_invoice' | 'credit_transfer'>;
  readonly source: 'grant' | 'prepayment' | 'credit_note' | 'transfer';
  readonly postings: readonly Posting[];
  readonly invoice_id?: string;
  readonly description?: string | null;
  readonly reference_number?: string | null;
  readonly metadata?: Record<string, unknown> | null;
  readonly occurred_on?: string;
  readonly related_entry_id?: string;
}

/** Gives a client credit and enters it in the journal. */
export async function giveCredit(tx: Tx, { source, postings, ...given }: Given): Promise<CreditRecord> {
  const { client_id, currency_code, amount, expiration_date, type, invoice_id = null } = given;
  const credit_id = uuidv7();
  const entry_id = await post(tx, { ...given, credit_id, postings });
  const credit = await insertCredit(tx, {
    credit_id,
    client_id,
    currency_code,
    amount,
    remaining_amount: amount,
    expiration_date,
    entry_id,
    entry_type: type,
    invoice_id,
    reminded_days: null,
  });
  emit(tx, creditEvents.issued, { ...creditFacts(credit), source, invoice_id }, credit.version);
  await tellBalance(tx, client_id, currency_code);
  return credit;
}
