import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import {
  ClosedTimePeriod,
  CreateTimePeriod,
  GeneratedTimePeriods,
  GenerateTimePeriods,
  ReopenTimePeriod,
  TimePeriod,
  TimePeriodListQuery,
  UpdateTimePeriod,
} from './time-period.schemas.ts';

const params = z.object({ id: Id.describe('Time period id') });

export const timePeriodRoutes = routes(
  { service: 'time', form: 'data', tag: 'Time periods', staffOnly: true },
  {
    listTimePeriods: {
      method: 'get',
      path: '/api/v1/time-periods',
      permission: 'timeentry:read',
      summary: 'List time periods',
      query: TimePeriodListQuery,
      reply: page(TimePeriod),
    },
    createTimePeriod: {
      method: 'post',
      path: '/api/v1/time-periods',
      permission: 'timeentry_settings:create',
      summary: 'Create a time period',
      body: CreateTimePeriod,
      reply: created(TimePeriod),
      versioned: true,
      errors: ['CONFLICT'],
    },
    generateTimePeriods: {
      method: 'post',
      path: '/api/v1/time-periods/generate',
      permission: 'timeentry_settings:create',
      summary: 'Generate time periods',
      description:
        'Creates consecutive periods from `start_date` on, all or none; 500 at most. A month without the day of `start_date` starts on its last day.',
      body: GenerateTimePeriods,
      reply: created(GeneratedTimePeriods),
      errors: ['CONFLICT'],
    },
    getTimePeriod: {
      method: 'get',
      path: '/api/v1/time-periods/{id}',
      permission: 'timeentry:read',
      summary: 'Read one time period',
      params,
      reply: one(TimePeriod),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    updateTimePeriod: {
      method: 'put',
      path: '/api/v1/time-periods/{id}',
      permission: 'timeentry_settings:update',
      summary: 'Change a time period',
      params,
      body: UpdateTimePeriod,
      reply: one(TimePeriod),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    deleteTimePeriod: {
      method: 'delete',
      path: '/api/v1/time-periods/{id}',
      permission: 'timeentry_settings:delete',
      summary: 'Delete a time period',
      params,
      description: 'Refused while there are time sheets of it.',
      reply: nothing(),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
  },
);

export const timePeriodClosingRoutes = routes(
  { service: 'time', form: 'data', tag: 'Time periods', staffOnly: true },
  {
    closeTimePeriod: {
      method: 'post',
      path: '/api/v1/time-periods/{id}/close',
      permission: ['timesheet:approve', 'timesheet:read_all'],
      summary: 'Close a time period for everybody',
      description:
        'No time is logged, changed or deleted in it from then on, and the open sheets are handed in, each by itself. ' +
        'Calling it again hands in what was left.',
      params,
      reply: one(ClosedTimePeriod),
      errors: ['NOT_FOUND'],
    },
    reopenTimePeriod: {
      method: 'post',
      path: '/api/v1/time-periods/{id}/reopen',
      permission: ['timesheet:approve', 'timesheet:read_all'],
      summary: 'Open a closed time period again',
      description: 'Sheets that wait for approval are given back, each by itself; approved ones stay approved.',
      params,
      body: ReopenTimePeriod,
      reply: one(ClosedTimePeriod),
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
  },
);
