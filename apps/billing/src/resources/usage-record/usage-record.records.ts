import type { UsageRecord, UsageRecordListQuery } from '@psa/contracts-billing';
import { addToRowCount, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { UsageRecordsTable } from './usage-record.tables.ts';

const order: ListOrder = {
  columns: { created_at: 'usage_records.created_at', usage_date: 'usage_records.usage_date', quantity: 'usage_records.quantity' },
  id: { ref: 'usage_records.usage_id', name: 'usage_id' },
};

function usageRows(db: Db) {
  return db
    .selectFrom('usage_records')
    .innerJoin('services', (join) =>
      join.onRef('services.tenant', '=', 'usage_records.tenant').onRef('services.service_id', '=', 'usage_records.service_id'),
    )
    .leftJoin('client_replicas', (join) =>
      join.onRef('client_replicas.tenant', '=', 'usage_records.tenant').onRef('client_replicas.client_id', '=', 'usage_records.client_id'),
    )
    .select([
      'usage_records.usage_id',
      'usage_records.transaction_id',
      'usage_records.client_id',
      'client_replicas.client_name',
      'usage_records.service_id',
      'services.service_name',
      'usage_records.contract_line_id',
      'usage_records.quantity',
      'usage_records.usage_date',
      'usage_records.metadata',
      'usage_records.invoice_id',
      'usage_records.created_at',
      'usage_records.tenant',
    ]);
}

const COMPARED = {
  client_id: ['usage_records.client_id', '='],
  service_id: ['usage_records.service_id', '='],
  contract_line_id: ['usage_records.contract_line_id', '='],
  transaction_id: ['usage_records.transaction_id', '='],
  usage_date_from: ['usage_records.usage_date', '>='],
  usage_date_to: ['usage_records.usage_date', '<='],
  created_from: ['usage_records.created_at', '>='],
  created_to: ['usage_records.created_at', '<='],
  // What was used never changes.
  updated_from: ['usage_records.created_at', '>='],
  updated_to: ['usage_records.created_at', '<='],
} as const satisfies Partial<Record<keyof UsageRecordListQuery, readonly [string, '=' | '>=' | '<=']>>;

/** One page of what clients used. */
export function listUsageRecords(db: Db, query: UsageRecordListQuery): Promise<Page<UsageRecord>> {
  const all = usageRows(db);
  let rows = all;
  for (const [name, [column, operator]] of Object.entries(COMPARED)) {
    const value = query[name as keyof typeof COMPARED];
    if (value !== undefined) rows = rows.where(column, operator, value as never);
  }
  if (query.invoiced !== undefined) rows = rows.where('usage_records.invoice_id', query.invoiced ? 'is not' : 'is', null);
  return readPage<UsageRecord>(rows as never, order, query, rows === all ? () => readRowCount(db, 'usage_records') : undefined);
}

export async function findUsageRecord(db: Db, id: string): Promise<UsageRecord | undefined> {
  return (await usageRows(db).where('usage_id', '=', id).executeTakeFirst()) as UsageRecord | undefined;
}

/** The records with these ids of the caller's, by them. */
export async function findByTransactions(db: Db, transactionIds: readonly string[]) {
  if (transactionIds.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom('usage_records')
    .select(['usage_id', 'transaction_id', 'client_id', 'service_id', 'contract_line_id', 'quantity', 'usage_date'])
    .where('transaction_id', 'in', [...transactionIds])
    .execute();
  return new Map(rows.map((row) => [row.transaction_id, row]));
}

/** @returns the ids of those that are new: one with the same id of the caller's stays as it is */
export async function insertUsageRecords(tx: Tx, rows: readonly Insertable<UsageRecordsTable>[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const inserted = await tx
    .insertInto('usage_records')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['tenant', 'transaction_id']).doNothing())
    .returning('usage_id')
    .execute();
  if (inserted.length > 0) addToRowCount(tx, 'usage_records', inserted.length);
  return new Set(inserted.map(({ usage_id }) => usage_id));
}

/** Which of these services and contract lines the tenant has. */
export async function knownReferences(db: Db, serviceIds: readonly string[], lineIds: readonly string[]) {
  const [services, lines] = await Promise.all([
    db
      .selectFrom('services')
      .select('service_id')
      .where('service_id', 'in', [...new Set(serviceIds)])
      .execute(),
    lineIds.length === 0
      ? []
      : db
          .selectFrom('contract_lines')
          .select('contract_line_id')
          .where('contract_line_id', 'in', [...new Set(lineIds)])
          .execute(),
  ]);
  return {
    services: new Set(services.map(({ service_id }) => service_id)),
    lines: new Set(lines.map(({ contract_line_id }) => contract_line_id)),
  };
}

/** Deletes a record that no invoice bills. @returns whether it did */
export async function deleteUsageRow(tx: Tx, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('usage_records')
    .where('usage_id', '=', id)
    .where('invoice_id', 'is', null)
    .returning('usage_id')
    .executeTakeFirst();
  if (deleted === undefined) return false;
  addToRowCount(tx, 'usage_records', -1);
  return true;
}
