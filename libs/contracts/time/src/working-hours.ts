import { created, Id, listQuery, nothing, page, routes, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

const MinutesByWeekday = z
  .array(z.int().min(0).max(1440))
  .length(7)
  .describe('Minutes to work on each day of the week, from Monday')
  .meta({ example: [480, 480, 480, 480, 480, 0, 0] });

export const WorkingHours = z
  .object({
    working_hours_id: Id.describe('Identifies the row'),
    user_id: Id.describe('Whose working hours'),
    effective_from: z.string().describe('First day they hold; until the next row of the person'),
    minutes_by_weekday: MinutesByWeekday,
    weekly_hours: z.number().describe('Hours of a week'),
    created_by: Id.describe('Who set them'),
    created_at: Timestamp.describe('When they were set'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'WorkingHours' });
export type WorkingHours = z.infer<typeof WorkingHours>;

export const CreateWorkingHours = z
  .object({
    user_id: Id.describe('Whose working hours'),
    effective_from: z.iso.date().describe('First day they hold: today or later, once the person has some'),
    minutes_by_weekday: MinutesByWeekday,
  })
  .meta({ id: 'CreateWorkingHours' });
export type CreateWorkingHours = z.infer<typeof CreateWorkingHours>;

export const WorkingHoursListQuery = listQuery({
  sort: ['effective_from', 'created_at'],
  defaultSort: 'effective_from',
  filters: { user_id: Id.optional().describe('Only of this user') },
}).omit({ search: true, updated_from: true, updated_to: true });
export type WorkingHoursListQuery = z.infer<typeof WorkingHoursListQuery>;

export const workingHoursRoutes = routes(
  { service: 'time', form: 'data', tag: 'Time settings', staffOnly: true },
  {
    listWorkingHours: {
      method: 'get',
      path: '/api/v1/time-settings/working-hours',
      permission: 'timeentry_settings:read',
      summary: 'List how long people are to work',
      query: WorkingHoursListQuery,
      reply: page(WorkingHours),
    },
    createWorkingHours: {
      method: 'post',
      path: '/api/v1/time-settings/working-hours',
      permission: 'timeentry_settings:update',
      summary: 'Set how long somebody is to work from a day on',
      description: 'What held before stays: targets of days that are over never change.',
      body: CreateWorkingHours,
      reply: created(WorkingHours),
      errors: ['CONFLICT'],
    },
    deleteWorkingHours: {
      method: 'delete',
      path: '/api/v1/time-settings/working-hours/{id}',
      permission: 'timeentry_settings:update',
      summary: 'Remove working hours that hold from a later day on',
      params: z.object({ id: Id.describe('Id of the row') }),
      reply: nothing(),
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
  },
);
