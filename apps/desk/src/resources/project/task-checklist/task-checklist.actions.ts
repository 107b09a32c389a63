import { conflict, notFound } from '@psa/contract-kit';
import { type CreateTaskChecklistItem, projectTaskEvents, type UpdateTaskChecklistItem } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { changedMembers, violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../desk-app.ts';
import { factsOf } from '../project-task/project-task.actions.ts';
import { findTask, lockTask, updateTaskRow } from '../project-task/project-task.records.ts';
import { type ItemRecord, itemsOf, updateItemRow } from './task-checklist.records.ts';

/** Max items of a checklist: it is listed whole. */
const MAX_ITEMS = 200;

/** The checklist of a task in order. @throws NOT_FOUND */
export async function findItems(db: Db, taskId: string): Promise<ItemRecord[]> {
  const [task, items] = await Promise.all([findTask(db, taskId), itemsOf(db, taskId)]);
  if (task === undefined) throw notFound('Project task');
  return items;
}

/** Adds an item to the checklist of a task. @throws NOT_FOUND, CONFLICT for a taken place or a full list */
export function createItem(db: Db, taskId: string, input: CreateTaskChecklistItem): Promise<ItemRecord> {
  return changeChecklist(db, taskId, async (tx) => {
    const items = await itemsOf(tx, taskId);
    if (items.length >= MAX_ITEMS) throw conflict(`A checklist has ${MAX_ITEMS} items at most`);
    return tx
      .insertInto('task_checklist_items')
      .values({
        checklist_item_id: uuidv7(),
        task_id: taskId,
        item_text: input.item_text,
        is_completed: input.is_completed,
        order_number: input.order_number ?? (items.at(-1)?.order_number ?? 0) + 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(placeTaken);
  });
}

/** Changes an item of a checklist. @throws NOT_FOUND, CONFLICT for a taken place */
export function updateItem(db: Db, taskId: string, itemId: string, input: UpdateTaskChecklistItem): Promise<ItemRecord> {
  return changeChecklist(db, taskId, async (tx) => {
    const previous = (await itemsOf(tx, taskId)).find(({ checklist_item_id }) => checklist_item_id === itemId);
    if (previous === undefined) throw notFound('Checklist item');
    const changes = changedMembers(previous, input);
    if (Object.keys(changes).length === 0) return previous;
    return updateItemRow(tx, itemId, changes).catch(placeTaken);
  });
}

/** Deletes an item of a checklist. @throws NOT_FOUND */
export async function deleteItem(db: Db, taskId: string, itemId: string): Promise<void> {
  await changeChecklist(db, taskId, async (tx) => {
    const gone = await tx
      .deleteFrom('task_checklist_items')
      .where('checklist_item_id', '=', itemId)
      .where('task_id', '=', taskId)
      .returning('checklist_item_id')
      .executeTakeFirst();
    if (gone === undefined) throw notFound('Checklist item');
  });
}

/** The checklist is part of its task: what changes it changes the task. */
function changeChecklist<T>(db: Db, taskId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    if ((await lockTask(tx, taskId)) === undefined) throw notFound('Project task');
    const result = await work(tx);
    const row = await updateTaskRow(tx, taskId, {});
    const task = await findTask(tx, taskId);
    if (task !== undefined) emit(tx, projectTaskEvents.updated, { ...(await factsOf(tx, row, task)), changed: ['checklist'] }, row.version);
    return result;
  });
}

function placeTaken(error: unknown): never {
  if (!violates(error, 'task_checklist_items_order')) throw error;
  throw conflict('Another item stands at this place', [
    { code: 'duplicate', path: ['order_number'], message: 'is the place of another item' },
  ]);
}
