import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';

/** What the time service answers over NATS about what people work on. */
export const workItemRpc = rpcMethods('time', {
  countUsesOfWorkItem: {
    summary: 'How often a ticket or a task is named by time entries and in schedules',
    request: z.object({ work_item_type: z.string(), work_item_id: z.guid() }),
    response: z.object({ time_entries: z.int(), schedule_entries: z.int() }),
  },
  countUsesOfWorkItems: {
    summary: 'How often any of several tickets or tasks is named by time entries and in schedules',
    request: z.object({ work_item_type: z.string(), work_item_ids: z.array(z.guid()).max(1000) }),
    response: z.object({ time_entries: z.int(), schedule_entries: z.int() }),
  },
});
