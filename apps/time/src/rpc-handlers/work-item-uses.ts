import { workItemRpc } from '@psa/contracts-time';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Tables } from '../tables.ts';
import type { Ports } from '../time-app.ts';

/** Asked before a ticket or a task is deleted. */
export const countUsesOfWorkItem = tenantRpcHandler<typeof workItemRpc.countUsesOfWorkItem, Tables, Ports>(
  workItemRpc.countUsesOfWorkItem,
  async ({ work_item_type, work_item_id }, db) => {
    const count = async (table: 'time_entries' | 'schedule_entries') => {
      const { uses } = await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('uses'))
        .where('work_item_type', '=', work_item_type as never)
        .where('work_item_id', '=', work_item_id)
        .executeTakeFirstOrThrow();
      return uses;
    };
    const [time_entries, schedule_entries] = await Promise.all([count('time_entries'), count('schedule_entries')]);
    return { time_entries, schedule_entries };
  },
);
