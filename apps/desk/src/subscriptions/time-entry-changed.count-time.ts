import { timeEntryEvents, type TimeEntryFacts } from '@psa/contracts-time';
import { on, subscription } from '@psa/events-kit';
import type { Ports, Tx } from '../desk-app.ts';
import { keepTaskTime } from '../resources/project/task-time/task-time.actions.ts';
import { keepTicketTime } from '../resources/ticket/ticket-time/ticket-time.actions.ts';
import type { Tables } from '../tables.ts';

interface WorkItem {
  readonly work_item_type: string;
  readonly work_item_id: string | null;
}

/** Counts an entry where it was spent. An entry that moved from a ticket to a task is taken off the one and put on the other. */
async function count(
  tx: Tx,
  { entry_id, duration_minutes: minutes }: TimeEntryFacts,
  { work_item_type, work_item_id }: WorkItem,
  version: number,
  is_deleted: boolean,
): Promise<void> {
  if (work_item_id === null) return;
  const entry = { entry_id, minutes, is_deleted, version };
  if (work_item_type === 'ticket') await keepTicketTime(tx, { ...entry, ticket_id: work_item_id });
  if (work_item_type === 'project_task') await keepTaskTime(tx, { ...entry, task_id: work_item_id });
}

/** Keeps the time on tickets, and the actual hours of tasks and projects, in line with the time entries. */
export const countTime = subscription<Tables, Ports>(
  'desk-time-entries',
  on(timeEntryEvents.created, (tx, { data, aggregateversion }) => count(tx, data, data, aggregateversion, false)),
  on(timeEntryEvents.updated, async (tx, { data, aggregateversion }) => {
    // Within a kind the entry itself moves; between kinds what it was on has to let go of it.
    if (data.previous.work_item_type !== data.work_item_type || data.work_item_id === null)
      await count(tx, data, data.previous, aggregateversion, true);
    await count(tx, data, data, aggregateversion, false);
  }),
  on(timeEntryEvents.deleted, (tx, { data, aggregateversion }) => count(tx, data, data, aggregateversion, true)),
);
