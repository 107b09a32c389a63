import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../desk-app.ts';
import type { TaskChecklistItemsTable } from '../project.tables.ts';

export type ItemRecord = Selectable<TaskChecklistItemsTable>;

/** The checklist of a task in order. */
export function itemsOf(db: Db, taskId: string): Promise<ItemRecord[]> {
  return db.selectFrom('task_checklist_items').selectAll().where('task_id', '=', taskId).orderBy('order_number').execute();
}

export function updateItemRow(tx: Tx, itemId: string, changes: Updateable<TaskChecklistItemsTable>): Promise<ItemRecord> {
  return tx
    .updateTable('task_checklist_items')
    .set({ ...changes, updated_at: sql`now()` })
    .where('checklist_item_id', '=', itemId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
