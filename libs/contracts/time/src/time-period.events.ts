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
  deleted: {
    name: 'time_period.deleted',
    permission: 'timeentry:read',
    version: 1,
    key: 'period_id',
    summary: 'A time period was deleted',
    data: Facts,
  },
});
