import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Facts = z.object({
  period_id: z.guid(),
  start_date: z.string().describe('First day'),
  end_date: z.string().describe('Day after the last one'),
});

export const timePeriodEvents = events('time', {
  created: {
    name: 'time_period.created',
    permission: 'timeentry:read',
    version: 1,
    key: 'period_id',
    summary: 'A time period was created',
    data: Facts,
  },
  updated: {
    name: 'time_period.updated',
    permission: 'timeentry:read',
    version: 1,
    key: 'period_id',
    summary: 'A time period was changed',
    data: Facts.extend({ changed: z.array(z.string()) }),
  },
  closed: {
    name: 'time_period.closed',
    permission: 'timeentry:read',
    version: 1,
    key: 'period_id',
    summary: 'A time period was closed: no time is logged in it any more',
    data: Facts.extend({ closed_by: z.guid() }),
  },
  reopened: {
    name: 'time_period.reopened',
    permission: 'timeentry:read',
    version: 1,
    key: 'period_id',
    summary: 'A closed time period was opened again',
    data: Facts.extend({ reopened_by: z.guid(), reason: z.string() }),
  },
  deleted: {
    name: 'time_period.deleted',
    permission: 'timeentry:read',
    version: 1,
    key: 'period_id',
    summary: 'A time period was deleted',
    data: Facts,
  },
});
