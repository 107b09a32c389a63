import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../automation-app.ts';
import { workflowQueue } from '../resources/workflow/workflow.queue.ts';

const KEPT_HOURS = 24;

/** Deletes jobs of workflows that ended; the histories say what they did. */
export const workflowJobRetention: Schedule<Ports> = {
  name: 'workflow-job-retention',
  cron: '23 * * * *',
  async run({ workerDatabase }) {
    await workflowQueue.deleteEnded(workerDatabase, KEPT_HOURS);
  },
};
