import { addToRowCount } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { TaxRatesTable } from './tax-rate.tables.ts';

export type TaxRateRecord = Selectable<TaxRatesTable>;

export function findTaxRate(db: Db, id: string): Promise<TaxRateRecord | undefined> {
  return db.selectFrom('tax_rates').selectAll().where('tax_rate_id', '=', id).executeTakeFirst();
}

/** Reads one and keeps others from changing it until the transaction ends. */
export function lockTaxRate(tx: Tx, id: string): Promise<TaxRateRecord | undefined> {
  return tx.selectFrom('tax_rates').selectAll().where('tax_rate_id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertTaxRate(tx: Tx, row: Insertable<TaxRatesTable>): Promise<TaxRateRecord> {
  addToRowCount(tx, 'tax_rates', 1);
  return tx.insertInto('tax_rates').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateTaxRateRow(tx: Tx, id: string, changes: Updateable<TaxRatesTable>): Promise<TaxRateRecord> {
  return tx
    .updateTable('tax_rates')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('tax_rate_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteTaxRateRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('tax_rates').where('tax_rate_id', '=', id).execute();
  addToRowCount(tx, 'tax_rates', -1);
}
