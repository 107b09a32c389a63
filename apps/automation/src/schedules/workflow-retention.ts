import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../automation-app.ts';
import { deleteOldWorkflowRows } from '../resources/workflow/retention.records.ts';
import { workflowQueue } from '../resources/workflow/workflow.queue.ts';
import type { Tables } from '../tables.ts';

const JOBS_KEPT_HOURS = 24;

/** Deletes what is no longer kept of workflows: executions with their histories, events nobody waits for, jobs that ended. */
export const workflowRetention: Schedule<Ports, Tables> = {
  name: 'workflow-retention',
  cron: '23 * * * *',
  async run({ workerDatabase, now }) {
    await workflowQueue.deleteEnded(workerDatabase, JOBS_KEPT_HOURS);
    await deleteOldWorkflowRows(workerDatabase, now);
  },
};
