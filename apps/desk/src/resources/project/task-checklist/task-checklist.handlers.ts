import { taskChecklistRoutes } from '@psa/contracts-desk';
import { handlers } from '../../../desk-app.ts';
import { createItem, deleteItem, findItems, updateItem } from './task-checklist.actions.ts';
import type { ItemRecord } from './task-checklist.records.ts';

const toItem = ({ checklist_item_id, task_id, item_text, is_completed, order_number, created_at, updated_at, tenant }: ItemRecord) => ({
  checklist_item_id,
  task_id,
  item_text,
  is_completed,
  order_number,
  created_at,
  updated_at,
  tenant,
});

export const taskChecklistHandlers = handlers(taskChecklistRoutes, {
  listTaskChecklist: async ({ db, params }) => ({ data: (await findItems(db, params.taskId)).map(toItem) }),
  createTaskChecklistItem: async ({ db, params, body }) => ({ data: toItem(await createItem(db, params.taskId, body)) }),
  updateTaskChecklistItem: async ({ db, params, body }) => ({ data: toItem(await updateItem(db, params.taskId, params.itemId, body)) }),
  deleteTaskChecklistItem: ({ db, params }) => deleteItem(db, params.taskId, params.itemId),
});
