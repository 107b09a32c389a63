import { DateBound, Id, Instant, listQuery, queryList, Timestamp, TimeZone } from '@psa/contract-kit';
import { z } from 'zod';

export const scheduledItemTypes = ['ticket', 'project_task', 'meeting', 'break', 'other'] as const;
export type ScheduledItemType = (typeof scheduledItemTypes)[number];

export const scheduleStatuses = ['scheduled', 'in_progress', 'completed', 'cancelled'] as const;

/** Occurrences of one entry that are shown in a stretch of time. */
export const MAX_OCCURRENCES = 366;
/** Days a stretch of time that is looked at may last. */
export const MAX_WINDOW_DAYS = 366;

const date = z.iso
  .date()
  .regex(/^(19|2\d)\d{2}-/, 'must lie in the years 1900 to 2999')
  .meta({ override: { type: 'string', format: 'date', examples: ['2026-06-01'] } });

export const RecurrencePattern = z
  .object({
    frequency: z.enum(['daily', 'weekly', 'monthly', 'yearly']).describe('How often it recurs'),
    interval: z.int().min(1).max(999).default(1).describe('Every so many days, weeks, months or years'),
    daysOfWeek: z
      .array(z.int().min(0).max(6))
      .min(1)
      .max(7)
      .optional()
      .describe('Weekly: on these days, 0 is Monday; that of the start when absent'),
    dayOfMonth: z.int().min(1).max(31).optional().describe('Monthly, yearly: on this day; months without it are left out'),
    monthOfYear: z.int().min(1).max(12).optional().describe('Yearly: in this month'),
    startDate: date.optional().describe('Day of the first occurrence, that of `scheduled_start`; what else is sent is ignored'),
    endDate: date.optional().describe('Last day, inclusive'),
    exceptions: z.array(date).max(1000).default([]).describe('Days left out'),
    count: z.int().min(1).max(1000).optional().describe('Occurrences in all, the first included; days left out count'),
    workdaysOnly: z.boolean().default(false).describe('Leaves Saturdays and Sundays out, which then do not count'),
  })
  .meta({
    id: 'RecurrencePattern',
    example: { frequency: 'weekly', interval: 1, daysOfWeek: [0, 3], exceptions: [], endDate: '2026-12-31', workdaysOnly: false },
  });
export type RecurrencePattern = z.infer<typeof RecurrencePattern>;

const AssignedUser = z.object({
  user_id: Id,
  first_name: z.string().nullable().describe('First name'),
  last_name: z.string().nullable().describe('Last name'),
  email: z.string().nullable().describe('E-mail address'),
});

export const ScheduleEntry = z
  .object({
    entry_id: Id.describe('Identifies the entry; occurrences of one entry share it'),
    occurrence_date: z.string().nullable().describe('Day of the occurrence in the zone of the entry; null for the entry as a whole'),
    title: z
      .string()
      .describe('What it is; `Busy` for the entry of somebody else that is private, or for a ticket that the caller does not see'),
    scheduled_start: Timestamp.describe('When it begins'),
    scheduled_end: Timestamp.describe('When it ends'),
    timezone: z.string().describe('IANA zone that the time of day of a recurring entry is kept in'),
    work_item_id: Id.nullable().describe('Ticket or task it is for'),
    work_item_type: z.enum(scheduledItemTypes).nullable().describe('What it is for'),
    work_item: z
      .object({ id: Id, title: z.string().nullable(), type: z.enum(scheduledItemTypes) })
      .nullable()
      .describe('The ticket or task with its title'),
    notes: z.string().nullable().describe('More about it'),
    is_private: z.boolean().describe('Whether others see only that the time is taken'),
    status: z.enum(scheduleStatuses).describe('How far it has come'),
    recurrence_pattern: RecurrencePattern.nullable().describe('How it recurs'),
    is_recurring: z.boolean().describe('Whether it recurs'),
    original_entry_id: Id.nullable().describe('Entry it was split from'),
    assigned_users: z.array(AssignedUser).describe('Who is to be there'),
    duration_hours: z.number().describe('Hours it lasts'),
    is_current: z.boolean().describe('Whether it is going on now'),
    created_by: Id.describe('Who made it'),
    created_at: Timestamp.describe('When it was created'),
    updated_at: Timestamp.describe('When it was last changed'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'ScheduleEntry' });
export type ScheduleEntry = z.infer<typeof ScheduleEntry>;

export const ScheduleListQuery = listQuery({
  sort: ['scheduled_start', 'scheduled_end', 'created_at', 'updated_at'],
  defaultSort: 'scheduled_start',
  defaultOrder: 'asc',
  filters: {
    start_date: DateBound.optional().describe('Only what goes on after this; with `end_date` recurring entries show every occurrence'),
    end_date: DateBound.optional().describe('Only what goes on before this, at most 366 days after `start_date`'),
    user_id: Id.optional().describe('Only of this user'),
    work_item_id: Id.optional().describe('Only for this ticket or task'),
  },
}).omit({ search: true });
export type ScheduleListQuery = z.infer<typeof ScheduleListQuery>;

const Zone = TimeZone.meta({ override: { type: 'string', examples: ['Europe/Oslo'] } });

const writable = {
  title: z.string().trim().min(1).max(255).describe('What it is').meta({ example: 'Change the switch at Acme' }),
  scheduled_start: Instant.describe('When it begins'),
  scheduled_end: Instant.describe('When it ends, later than `scheduled_start`'),
  work_item_id: Id.nullable().optional().describe('Ticket or task it is for; needed for both'),
  work_item_type: z.enum(scheduledItemTypes).nullable().optional().describe('What it is for'),
  assigned_user_ids: z.array(Id).max(50).optional().describe('Who is to be there; the caller when absent'),
  notes: z.string().max(10_000).nullable().optional().describe('More about it'),
  is_private: z.boolean().optional().describe('Whether others see only that the time is taken; false when absent'),
  status: z.enum(scheduleStatuses).optional().describe('How far it has come; `scheduled` when absent'),
  timezone: Zone.optional().describe('IANA zone to keep the time of day in; that of the caller when absent'),
  recurrence_pattern: RecurrencePattern.nullable().optional().describe('How it recurs'),
  on_conflict: z
    .enum(['allow', 'refuse'])
    .optional()
    .describe('Whether it may overlap what the same people have already; `refuse` checks every occurrence of the next 366 days'),
};

export const CreateScheduleEntry = z.object(writable).meta({ id: 'CreateScheduleEntry' });
export type CreateScheduleEntry = z.infer<typeof CreateScheduleEntry>;

export const editScopes = ['single', 'future', 'all'] as const;

const scoped = {
  scope: z
    .enum(editScopes)
    .optional()
    .describe('Which occurrences of a recurring entry: one, it and all later ones, or all; all when absent'),
  occurrence_date: date.nullish().describe('Day of the occurrence that `single` and `future` are about'),
};

export const ScheduleScopeQuery = z.object(scoped);
export type ScheduleScope = z.infer<typeof ScheduleScopeQuery>;

export const UpdateScheduleEntry = z.object({ ...z.object(writable).partial().shape, ...scoped }).meta({
  id: 'UpdateScheduleEntry',
  example: {
    title: 'Change the switch at Acme',
    scheduled_start: '2026-06-01T13:00:00.000Z',
    scheduled_end: '2026-06-01T15:00:00.000Z',
    notes: 'Bring a ladder',
    status: 'scheduled',
  },
});
export type UpdateScheduleEntry = z.infer<typeof UpdateScheduleEntry>;

export const FreeBusyQuery = z.object({
  user_ids: queryList(Id).describe('Whose time, 50 people at most'),
  start_date: DateBound.describe('Begin of the stretch of time'),
  end_date: DateBound.describe('Its end, at most 366 days later'),
});
export type FreeBusyQuery = z.infer<typeof FreeBusyQuery>;

export const FreeBusy = z
  .object({
    user_id: Id.describe('Whose time'),
    busy: z.array(z.object({ start: Timestamp, end: Timestamp })).describe('When it is taken, in order and without overlaps'),
  })
  .meta({ id: 'FreeBusy' });

export const Holiday = z
  .object({
    holiday_id: Id.describe('Identifies the holiday'),
    name: z.string().describe('Its name'),
    date: z.string().describe('Its day'),
    is_annual: z.boolean().describe('Whether it is the same day every year'),
    created_at: Timestamp.describe('When it was added'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'Holiday' });

export const CreateHoliday = z
  .object({
    name: z.string().trim().min(1).max(255).describe('Its name').meta({ example: 'June bank holiday' }),
    date: date.describe('Its day'),
    is_annual: z.boolean().default(false).describe('Whether it is the same day every year'),
  })
  .meta({ id: 'CreateHoliday' });
export type CreateHoliday = z.infer<typeof CreateHoliday>;

export const HolidayListQuery = listQuery({
  sort: ['date', 'name', 'created_at'],
  defaultSort: 'date',
  defaultOrder: 'asc',
  filters: {},
}).omit({
  search: true,
  updated_from: true,
  updated_to: true,
});
export type HolidayListQuery = z.infer<typeof HolidayListQuery>;

export const CalendarFeed = z
  .object({
    url: z.string().describe('Address a calendar program subscribes to; shown once, and whoever knows it can read the feed'),
    created_at: Timestamp.describe('When it was made'),
  })
  .meta({ id: 'CalendarFeed' });
