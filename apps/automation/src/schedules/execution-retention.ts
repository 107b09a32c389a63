import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../automation-app.ts';
import { deleteOldExecutions } from '../resources/execution/retention.records.ts';

/** Drops executions that are no longer kept, with their logs. */
export const executionRetention: Schedule<Ports> = {
  name: 'execution-retention',
  cron: '37 * * * *',
  run: ({ workerDatabase, now }) => deleteOldExecutions(workerDatabase, now),
};
