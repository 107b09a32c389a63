import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import { ticketSettings } from '../ticket-settings/ticket-settings.records.ts';
import type { TicketCategoriesTable } from './category.tables.ts';

export type TicketCategoryRecord = Selectable<TicketCategoriesTable>;

/** The categories of a channel, or of all channels. */
export function findCategories(db: Db, channelId?: string): Promise<TicketCategoryRecord[]> {
  return db
    .selectFrom('ticket_categories')
    .selectAll()
    .$if(channelId !== undefined, (rows) => rows.where('channel_id', '=', channelId ?? ''))
    .orderBy('channel_id')
    .orderBy('display_order')
    .orderBy('category_id')
    .execute();
}

export function findCategory(db: Db, categoryId: string): Promise<TicketCategoryRecord | undefined> {
  return db.selectFrom('ticket_categories').selectAll().where('category_id', '=', categoryId).executeTakeFirst();
}

/** Keeps others from changing the tree of a channel until the transaction ends. @returns its categories */
export async function lockTree(tx: Tx, channelId: string): Promise<TicketCategoryRecord[]> {
  await tx
    .insertInto('ticket_category_trees')
    .values({ channel_id: channelId, version: 1 })
    .onConflict((row) => row.columns(['tenant', 'channel_id']).doUpdateSet({ version: sql`ticket_category_trees.version + 1` }))
    .execute();
  return findCategories(tx, channelId);
}

export function insertCategory(tx: Tx, category: Insertable<TicketCategoriesTable>): Promise<TicketCategoryRecord> {
  ticketSettings.changed(tx);
  return tx.insertInto('ticket_categories').values(category).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateCategoryRow(tx: Tx, categoryId: string, changes: Updateable<TicketCategoriesTable>): Promise<TicketCategoryRecord> {
  ticketSettings.changed(tx);
  return tx
    .updateTable('ticket_categories')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('category_id', '=', categoryId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
