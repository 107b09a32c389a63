import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../automation-app.ts';
import { deleteOldMeters } from '../resources/action/meter.records.ts';
import { deleteOldExecutions } from '../resources/execution/retention.records.ts';
import type { Tables } from '../tables.ts';

/** Drops executions that are no longer kept, with their logs, and counts of hours that are over. */
export const executionRetention: Schedule<Ports, Tables> = {
  name: 'execution-retention',
  cron: '37 * * * *',
  async run({ workerDatabase, now }) {
    await deleteOldExecutions(workerDatabase, now);
    await deleteOldMeters(workerDatabase, now);
  },
};
