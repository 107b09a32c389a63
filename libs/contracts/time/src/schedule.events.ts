import { events } from '@psa/contract-kit';
import { z } from 'zod';

/** What others are told of a schedule entry; of a private one not what it is. */
export const ScheduleEntryFacts = z.object({
  entry_id: z.guid(),
  title: z.string().nullable().describe('null for a private entry'),
  scheduled_start: z.string(),
  scheduled_end: z.string(),
  timezone: z.string(),
  work_item_type: z.string().nullable(),
  work_item_id: z.guid().nullable(),
  is_private: z.boolean(),
  is_recurring: z.boolean(),
  status: z.string(),
  original_entry_id: z.guid().nullable(),
  assigned_user_ids: z.array(z.guid()),
  created_by: z.guid(),
});
export type ScheduleEntryFacts = z.infer<typeof ScheduleEntryFacts>;

export const scheduleEvents = events('time', {
  created: {
    name: 'schedule_entry.created',
    permission: 'user_schedule:read',
    version: 1,
    key: 'entry_id',
    summary: 'Something was put on a schedule',
    data: ScheduleEntryFacts,
  },
  updated: {
    name: 'schedule_entry.updated',
    permission: 'user_schedule:read',
    version: 1,
    key: 'entry_id',
    summary: 'Something on a schedule was changed',
    data: ScheduleEntryFacts.extend({ changed: z.array(z.string()) }),
  },
  deleted: {
    name: 'schedule_entry.deleted',
    permission: 'user_schedule:read',
    version: 1,
    key: 'entry_id',
    summary: 'Something was taken off a schedule',
    data: ScheduleEntryFacts,
  },
});
