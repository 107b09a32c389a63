import { rpcMethods } from '@psa/contract-kit';
import { z } from 'zod';

/** What the time service answers over NATS. */
export const loggedHoursRpc = rpcMethods('time', {
  countTimeOfClient: {
    summary: 'How many time entries are for a client',
    request: z.object({ client_id: z.guid() }),
    response: z.object({ time_entries: z.int() }),
  },
  getLoggedHours: {
    summary: 'Hours people have logged in a stretch of time, whether approved or not',
    request: z.object({
      user_ids: z.array(z.guid()).max(100),
      from: z.string().describe('Start, inclusive'),
      to: z.string().describe('End, exclusive'),
      granularity: z.enum(['daily', 'weekly', 'monthly']).optional().describe('Asks for the sums by day, week or month as well'),
    }),
    response: z.object({
      users: z.array(z.object({ user_id: z.guid(), hours: z.number() })).describe('Those without any may be left out'),
      periods: z
        .array(z.object({ start_date: z.string(), hours: z.number() }))
        .optional()
        .describe('In order; with granularity'),
    }),
  },
});
