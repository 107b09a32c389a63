import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Facts = z.object({ execution_id: z.guid(), rule_id: z.guid(), rule_name: z.string() });
const Ended = Facts.extend({ duration_ms: z.number().nullable(), actions_successful: z.int(), actions_failed: z.int() });

/** What an execution came to; that it was begun is told when somebody asked for it, not for each of thousands. */
export const executionEvents = events('automation', {
  started: {
    name: 'automation.execution.started',
    version: 1,
    key: 'execution_id',
    summary: 'Somebody started an automation rule',
    data: Facts,
  },
  retried: {
    name: 'automation.execution.retried',
    version: 1,
    key: 'execution_id',
    summary: 'Somebody had a failed execution tried again',
    data: Facts,
  },
  completed: {
    name: 'automation.execution.completed',
    version: 1,
    key: 'execution_id',
    summary: 'An execution came to its end',
    data: Ended,
  },
  failed: {
    name: 'automation.execution.failed',
    version: 1,
    key: 'execution_id',
    summary: 'An execution failed or took too long',
    data: Ended.extend({
      status: z.enum(['failed', 'timeout']),
      error_message: z.string().nullable(),
      failed_action_index: z.int().nullable(),
    }),
  },
  cancelled: {
    name: 'automation.execution.cancelled',
    version: 1,
    key: 'execution_id',
    summary: 'Somebody cancelled an execution',
    data: Facts,
  },
});
