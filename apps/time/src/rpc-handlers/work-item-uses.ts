import { workItemRpc } from '@psa/contracts-time';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Tables } from '../tables.ts';
import type { Db, Ports } from '../time-app.ts';

/** Asked before a ticket or a task is deleted. */
export const countUsesOfWorkItem = tenantRpcHandler<typeof workItemRpc.countUsesOfWorkItem, Tables, Ports>(
  workItemRpc.countUsesOfWorkItem,
  ({ work_item_type, work_item_id }, db) => countUses(db, work_item_type, [work_item_id]),
);

/** Asked before a project with its tasks is deleted. */
export const countUsesOfWorkItems = tenantRpcHandler<typeof workItemRpc.countUsesOfWorkItems, Tables, Ports>(
  workItemRpc.countUsesOfWorkItems,
  ({ work_item_type, work_item_ids }, db) => countUses(db, work_item_type, work_item_ids),
);

async function countUses(db: Db, type: string, ids: readonly string[]): Promise<{ time_entries: number; schedule_entries: number }> {
  if (ids.length === 0) return { time_entries: 0, schedule_entries: 0 };
  const count = async (table: 'time_entries' | 'time_sessions' | 'schedule_entries') => {
    const { uses } = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('uses'))
      .where('work_item_type', '=', type as never)
      .where('work_item_id', 'in', [...ids])
      .executeTakeFirstOrThrow();
    return uses;
  };
  const [entries, timers, schedule_entries] = await Promise.all([count('time_entries'), count('time_sessions'), count('schedule_entries')]);
  // A timer that runs becomes an entry: without its item it could not be stopped.
  return { time_entries: entries + timers, schedule_entries };
}
