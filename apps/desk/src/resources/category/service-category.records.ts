import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import type { ServiceCategoriesTable } from './category.tables.ts';

export type ServiceCategoryRecord = Selectable<ServiceCategoriesTable>;

export function findServiceCategory(db: Db, categoryId: string): Promise<ServiceCategoryRecord | undefined> {
  return db.selectFrom('service_categories').selectAll().where('category_id', '=', categoryId).executeTakeFirst();
}

/** The place behind the last category. */
export async function nextServiceCategoryOrder(tx: Tx): Promise<number> {
  const { next } = await tx
    .selectFrom('service_categories')
    .select(sql<number>`coalesce(max(display_order) + 1, 0)::integer`.as('next'))
    .executeTakeFirstOrThrow();
  return next;
}

export function insertServiceCategory(tx: Tx, category: Insertable<ServiceCategoriesTable>): Promise<ServiceCategoryRecord> {
  return tx.insertInto('service_categories').values(category).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateServiceCategoryRow(
  tx: Tx,
  categoryId: string,
  changes: Updateable<ServiceCategoriesTable>,
): Promise<ServiceCategoryRecord> {
  return tx
    .updateTable('service_categories')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('category_id', '=', categoryId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
