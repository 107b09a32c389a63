import type { Transaction, TransactionListQuery } from '@psa/contracts-billing';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';
import { creditTypes } from './journal.records.ts';

const order: ListOrder = {
  columns: { created_at: 'journal_entries.created_at', amount: 'journal_entries.amount', occurred_on: 'journal_entries.occurred_on' },
  id: { ref: 'journal_entries.entry_id', name: 'transaction_id' },
};

/** Credit of the client in the currency after an entry: ids of entries ascend in time. */
const balanceAfter = sql<number | null>`case when journal_entries.type = any(${[...creditTypes]}) then (
  select sum(earlier.amount)::bigint from journal_entries earlier
  where earlier.tenant = journal_entries.tenant and earlier.client_id = journal_entries.client_id
    and earlier.currency_code = journal_entries.currency_code and earlier.type = any(${[...creditTypes]})
    and earlier.entry_id <= journal_entries.entry_id) end`;

function transactionRows(db: Db) {
  return db
    .selectFrom('journal_entries')
    .leftJoin('client_replicas', (join) =>
      join
        .onRef('client_replicas.tenant', '=', 'journal_entries.tenant')
        .onRef('client_replicas.client_id', '=', 'journal_entries.client_id'),
    )
    .leftJoin('invoices', (join) =>
      join.onRef('invoices.tenant', '=', 'journal_entries.tenant').onRef('invoices.invoice_id', '=', 'journal_entries.invoice_id'),
    )
    .select([
      'journal_entries.entry_id as transaction_id',
      'journal_entries.type',
      'journal_entries.client_id',
      'client_replicas.client_name',
      'journal_entries.invoice_id',
      'invoices.invoice_number',
      'journal_entries.credit_id',
      'journal_entries.amount',
      'journal_entries.currency_code',
      'journal_entries.occurred_on',
      'journal_entries.reference_number',
      'journal_entries.description',
      'journal_entries.metadata',
      'journal_entries.expiration_date',
      'journal_entries.related_entry_id as related_transaction_id',
      'journal_entries.created_at',
      'journal_entries.tenant',
    ])
    .select([balanceAfter.as('balance_after'), sql<'completed'>`'completed'`.as('status')]);
}

const COMPARED = {
  client_id: ['journal_entries.client_id', '='],
  invoice_id: ['journal_entries.invoice_id', '='],
  type: ['journal_entries.type', '='],
  currency_code: ['journal_entries.currency_code', '='],
  amount_min: ['journal_entries.amount', '>='],
  amount_max: ['journal_entries.amount', '<='],
  created_from: ['journal_entries.created_at', '>='],
  created_to: ['journal_entries.created_at', '<='],
  // Entries never change.
  updated_from: ['journal_entries.created_at', '>='],
  updated_to: ['journal_entries.created_at', '<='],
} as const satisfies Partial<Record<keyof TransactionListQuery, readonly [string, '=' | '>=' | '<=']>>;

/** One page of what happened to the accounts of clients. */
export function listTransactions(db: Db, query: TransactionListQuery): Promise<Page<Transaction>> {
  let rows = transactionRows(db);
  for (const [name, [column, operator]] of Object.entries(COMPARED)) {
    const value = query[name as keyof typeof COMPARED];
    if (value !== undefined) rows = rows.where(column, operator, value as never);
  }
  const { status, has_expiration, search } = query;
  if (status !== undefined && status !== 'completed') rows = rows.where(sql<boolean>`false`);
  if (has_expiration !== undefined) rows = rows.where('journal_entries.expiration_date', has_expiration ? 'is not' : 'is', null);
  if (search !== undefined) {
    const pattern = containsPattern(search);
    rows = rows.where((eb) =>
      eb.or([
        eb('journal_entries.description', 'ilike', pattern),
        eb('journal_entries.reference_number', 'ilike', pattern),
        eb('invoices.invoice_number', 'ilike', pattern),
      ]),
    );
  }
  return readPage<Transaction>(rows as never, order, query);
}

export async function findTransaction(db: Db, id: string): Promise<Transaction | undefined> {
  return (await transactionRows(db).where('journal_entries.entry_id', '=', id).executeTakeFirst()) as Transaction | undefined;
}
