import { created, download, Id, many, nothing, one, page, type RouteGroup, routes } from '@psa/contract-kit';
import { z } from 'zod';
import {
  CalendarFeed,
  CreateHoliday,
  CreateScheduleEntry,
  FreeBusy,
  FreeBusyQuery,
  Holiday,
  HolidayListQuery,
  ScheduleEntry,
  ScheduleListQuery,
  ScheduleScopeQuery,
  UpdateScheduleEntry,
} from './schedule.schemas.ts';

const group: RouteGroup = { service: 'time', form: 'data', tag: 'Schedules', staffOnly: true };
const params = z.object({ id: Id.describe('Schedule entry id') });

export const scheduleRoutes = routes(group, {
  listSchedules: {
    method: 'get',
    path: '/api/v1/schedules',
    permission: 'user_schedule:read',
    mayUse: ['technician_dispatch:read', 'ticket_settings:update'],
    summary: 'List schedule entries',
    description:
      "The caller's own, and with `technician_dispatch:read` everybody's; private ones of others show only that the time is taken. " +
      'In a stretch of time recurring entries show each occurrence.',
    query: ScheduleListQuery,
    reply: page(ScheduleEntry),
  },
  createScheduleEntry: {
    method: 'post',
    path: '/api/v1/schedules',
    permission: 'user_schedule:update',
    mayUse: ['technician_dispatch:create', 'ticket:read', 'project_task:read', 'ticket_settings:update'],
    summary: 'Put something on a schedule',
    description: "On others' with `technician_dispatch:create`.",
    body: CreateScheduleEntry,
    reply: created(ScheduleEntry),
    versioned: true,
    errors: ['CONFLICT'],
  },
  getFreeBusy: {
    method: 'get',
    path: '/api/v1/schedules/free-busy',
    permission: 'user_schedule:read',
    mayUse: ['technician_dispatch:read'],
    summary: 'When several people are busy',
    query: FreeBusyQuery,
    reply: many(FreeBusy),
  },
  getScheduleEntry: {
    method: 'get',
    path: '/api/v1/schedules/{id}',
    permission: 'user_schedule:read',
    mayUse: ['technician_dispatch:read', 'ticket_settings:update'],
    summary: 'Read one schedule entry',
    params,
    reply: one(ScheduleEntry),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateScheduleEntry: {
    method: 'put',
    path: '/api/v1/schedules/{id}',
    permission: 'user_schedule:update',
    mayUse: ['technician_dispatch:update', 'ticket:read', 'project_task:read', 'ticket_settings:update'],
    summary: 'Change a schedule entry',
    description:
      'Of a recurring one a single occurrence, which becomes an entry of its own, it and all later ones, which become a new recurring entry, or all.',
    params,
    query: ScheduleScopeQuery,
    body: UpdateScheduleEntry,
    reply: one(ScheduleEntry),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteScheduleEntry: {
    method: 'delete',
    path: '/api/v1/schedules/{id}',
    permission: 'user_schedule:update',
    mayUse: ['technician_dispatch:delete'],
    summary: 'Take something off a schedule',
    params,
    query: ScheduleScopeQuery,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});

export const holidayRoutes = routes(group, {
  listHolidays: {
    method: 'get',
    path: '/api/v1/schedules/holidays',
    permission: 'user_schedule:read',
    summary: 'List holidays, on which nothing recurs',
    query: HolidayListQuery,
    reply: page(Holiday),
  },
  createHoliday: {
    method: 'post',
    path: '/api/v1/schedules/holidays',
    permission: 'timeentry_settings:create',
    summary: 'Add a holiday',
    body: CreateHoliday,
    reply: created(Holiday),
    errors: ['CONFLICT'],
  },
  deleteHoliday: {
    method: 'delete',
    path: '/api/v1/schedules/holidays/{id}',
    permission: 'timeentry_settings:delete',
    summary: 'Remove a holiday',
    params: z.object({ id: Id.describe('Holiday id') }),
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
});

export const calendarFeedRoutes = routes(
  { service: 'time', form: 'data', tag: 'Schedules' },
  {
    createCalendarFeed: {
      method: 'post',
      path: '/api/v1/schedules/feed',
      permission: 'user_schedule:read',
      staffOnly: true,
      summary: "Make an address at which calendar programs read the caller's schedule",
      description: 'It takes the place of the one before, which ends to work.',
      reply: created(CalendarFeed),
      secretReply: true,
    },
    deleteCalendarFeed: {
      method: 'delete',
      path: '/api/v1/schedules/feed',
      permission: 'user_schedule:read',
      staffOnly: true,
      summary: 'Revoke that address',
      reply: nothing(),
      errors: ['NOT_FOUND'],
    },
    readCalendarFeed: {
      method: 'get',
      path: '/api/v1/schedules/feed.ics',
      permission: 'signed',
      summary: 'Read a schedule as iCalendar',
      description: 'What goes on from 30 days ago to a year ahead. The token in the address stands for its owner, who must be active.',
      query: z.object({ token: z.string().min(1).max(200).describe('Token of the address') }),
      reply: download('text/calendar'),
      errors: ['NOT_FOUND'],
    },
  },
);
