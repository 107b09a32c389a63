import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../desk-app.ts';

/** Max checklist items that are taken over. */
const MAX_ITEMS = 200;

export interface ChecklistLine {
  readonly item_text: string;
  readonly is_completed: boolean;
}

export function checklistOfTask(db: Db, taskId: string): Promise<ChecklistLine[]> {
  return db
    .selectFrom('task_checklist_items')
    .select(['item_text', 'is_completed'])
    .where('task_id', '=', taskId)
    .orderBy('order_number')
    .limit(MAX_ITEMS)
    .execute();
}

export function checklistOfTicket(db: Db, ticketId: string): Promise<ChecklistLine[]> {
  return db
    .selectFrom('ticket_checklist_items')
    .select(['item_text', 'is_completed'])
    .where('ticket_id', '=', ticketId)
    .orderBy('order_number')
    .limit(MAX_ITEMS)
    .execute();
}

/** Gives a new task its checklist. */
export async function insertTaskChecklist(tx: Tx, task_id: string, lines: readonly ChecklistLine[]): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map((line, index) => ({ checklist_item_id: uuidv7(), task_id, ...line, order_number: index + 1 }));
  await tx.insertInto('task_checklist_items').values(rows).execute();
}
