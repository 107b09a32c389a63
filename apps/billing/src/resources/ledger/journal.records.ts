import type { TransactionType } from '@psa/contracts-billing';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../billing-app.ts';
import type { JournalEntriesTable } from './journal.tables.ts';
import type { Posting } from './postings.rules.ts';

export type JournalEntryRecord = Selectable<JournalEntriesTable>;

/** Types of entries that change the credit of a client. */
export const creditTypes: readonly TransactionType[] = [
  'prepayment',
  'credit_issuance',
  'credit_issuance_from_negative_invoice',
  'credit_application',
  'credit_adjustment',
  'credit_expiration',
  'credit_transfer',
];

type NewEntry = Pick<Insertable<JournalEntriesTable>, 'type' | 'client_id' | 'amount' | 'currency_code'> &
  Partial<Insertable<JournalEntriesTable>> & {
    readonly postings: readonly Posting[];
    /** Whose account is credited, when it is another's. */
    readonly credit_client_id?: string;
  };

/** Enters what happened, with where the money went. @returns the id of the entry */
export async function post(tx: Tx, { postings, credit_client_id, ...given }: NewEntry): Promise<string> {
  const entry = {
    entry_id: uuidv7(),
    occurred_on: new Date().toISOString().slice(0, 10),
    invoice_id: null,
    credit_id: null,
    reference_number: null,
    description: null,
    metadata: null,
    expiration_date: null,
    related_entry_id: null,
    actor_id: tx.context.actor.id,
    ...given,
  };
  await tx.insertInto('journal_entries').values(entry).execute();
  const { entry_id, client_id, currency_code, occurred_on, invoice_id, credit_id } = entry;
  if (postings.length > 0)
    await tx
      .insertInto('journal_transfers')
      .values(
        postings.map(({ debit, credit, amount }, index) => ({
          entry_id,
          line: index + 1,
          debit_account: debit,
          credit_account: credit,
          amount,
          currency_code,
          occurred_on,
          client_id,
          credit_client_id: credit_client_id ?? client_id,
          invoice_id,
          credit_id,
        })),
      )
      .execute();
  return entry_id;
}

export function findEntry(db: Db, id: string): Promise<JournalEntryRecord | undefined> {
  return db.selectFrom('journal_entries').selectAll().where('entry_id', '=', id).executeTakeFirst();
}

/** The entry that undoes another. */
export function findReversal(db: Db, id: string): Promise<{ entry_id: string } | undefined> {
  return db
    .selectFrom('journal_entries')
    .select('entry_id')
    .where('related_entry_id', '=', id)
    .where('is_reversal', '=', true)
    .executeTakeFirst();
}

/** Changes what an entry says about itself. */
export async function describeEntry(
  db: Db,
  id: string,
  changes: Pick<Updateable<JournalEntriesTable>, 'description' | 'metadata'>,
): Promise<void> {
  await db.updateTable('journal_entries').set(changes).where('entry_id', '=', id).execute();
}
