import { queueWorker, type Worker } from '@psa/work-kit';
import type { Db, Ports } from '../automation-app.ts';
import { runWorkflow } from '../resources/workflow/run-workflow.ts';
import { WorkflowJob, workflowQueue } from '../resources/workflow/workflow.queue.ts';
import { expireTask } from '../resources/workflow/workflow-task.actions.ts';

const MAX_CONCURRENT_EXECUTIONS = 16;
const MAX_PER_TENANT = 8;
const DEADLINE_MS = 30 * 60_000;
const LONGEST_PAUSE_MS = 60_000;

/** Runs executions of workflows until they wait or end, and has tasks expire. */
export const workflowWorker: Worker<Ports> = queueWorker({
  queue: workflowQueue,
  payload: WorkflowJob,
  concurrency: MAX_CONCURRENT_EXECUTIONS,
  perTenant: MAX_PER_TENANT,
  deadlineMs: DEADLINE_MS,
  retryDelayMs: (attempt) => Math.min(LONGEST_PAUSE_MS, 500 * 2 ** Math.min(attempt, 10)),
  handle: async (job, { db: anyDb, ports }) => {
    const db = anyDb as unknown as Db;
    if ('task_id' in job.payload) await expireTask(db, job.payload.task_id);
    else await runWorkflow(db, ports, job, job.payload.execution_id);
  },
});
