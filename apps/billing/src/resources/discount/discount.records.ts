import { addToRowCount } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { DiscountsTable } from './discount.tables.ts';

export type DiscountRecord = Selectable<DiscountsTable>;

/** The most discounts of one client that are taken off. */
const MAX_OF_CLIENT = 200;

/** Active discounts of a client, in the order they are taken off. */
export function discountsOf(db: Db, clientId: string): Promise<DiscountRecord[]> {
  return db
    .selectFrom('discounts')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('is_active', '=', true)
    .orderBy('order_number')
    .orderBy('created_at')
    .orderBy('discount_id')
    .limit(MAX_OF_CLIENT)
    .execute();
}

export function findDiscount(db: Db, id: string): Promise<DiscountRecord | undefined> {
  return db.selectFrom('discounts').selectAll().where('discount_id', '=', id).executeTakeFirst();
}

/** Reads one and keeps others from changing it until the transaction ends. */
export function lockDiscount(tx: Tx, id: string): Promise<DiscountRecord | undefined> {
  return tx.selectFrom('discounts').selectAll().where('discount_id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertDiscount(tx: Tx, row: Insertable<DiscountsTable>): Promise<DiscountRecord> {
  addToRowCount(tx, 'discounts', 1);
  return tx.insertInto('discounts').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateDiscountRow(tx: Tx, id: string, changes: Updateable<DiscountsTable>): Promise<DiscountRecord> {
  return tx
    .updateTable('discounts')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('discount_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteDiscountRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('discounts').where('discount_id', '=', id).execute();
  addToRowCount(tx, 'discounts', -1);
}
