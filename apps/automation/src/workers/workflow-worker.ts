import { queueWorker, type Worker } from '@psa/work-kit';
import type { Ports } from '../automation-app.ts';
import { cancelChild, cancelChildren, childEnded } from '../resources/workflow/children.actions.ts';
import { deliverEarlyEvents, deliverEvent, wakeMore } from '../resources/workflow/deliver-event.actions.ts';
import { runWorkflow } from '../resources/workflow/run-workflow.actions.ts';
import { WorkflowJob, workflowQueue } from '../resources/workflow/workflow.queue.ts';
import { expireTask } from '../resources/workflow/workflow-task.actions.ts';
import { fireByEvent } from '../resources/workflow-trigger/fire-by-event.actions.ts';
import { fireTimer } from '../resources/workflow-timer/timer.actions.ts';
import type { Tables } from '../tables.ts';

const MAX_CONCURRENT_EXECUTIONS = 16;
const MAX_PER_TENANT = 8;
/** So soon after it is killed another replica goes on with what it ran. */
const LEASE_MS = 6_000;
const DEADLINE_MS = 30 * 60_000;
const LONGEST_PAUSE_MS = 60_000;

/** Runs executions of workflows until they wait or end, and does what else is due of them. */
export const workflowWorker: Worker<Ports, Tables> = queueWorker({
  queue: workflowQueue,
  payload: WorkflowJob,
  concurrency: MAX_CONCURRENT_EXECUTIONS,
  perTenant: MAX_PER_TENANT,
  deadlineMs: DEADLINE_MS,
  leaseMs: LEASE_MS,
  retryDelayMs: (attempt) => Math.min(LONGEST_PAUSE_MS, 500 * 2 ** Math.min(attempt, 10)),
  handle: async (job, { db, ports }) => {
    const { payload } = job;
    if ('task_id' in payload) await expireTask(db, payload.task_id);
    else if ('timer_id' in payload) await fireTimer(db, payload.timer_id, job.complete);
    else if ('child_ended' in payload) await childEnded(db, payload.child_ended, job.complete);
    else if ('cancel_children_of' in payload) await cancelChildren(db, payload.cancel_children_of);
    else if ('cancel_execution' in payload) await cancelChild(db, payload.cancel_execution);
    else if ('deliver_to' in payload) await deliverEvent(db, ports, payload.deliver_to, payload.event_id, job.complete);
    else if ('deliver_early_to' in payload) await deliverEarlyEvents(db, ports, payload.deliver_early_to, payload.token, job.complete);
    else if ('wake_for' in payload) await wakeMore(db, payload.wake_for, payload.after, job.complete);
    else if ('fire_trigger' in payload) await fireByEvent(db, ports, payload.fire_trigger, payload.event_id, job.complete);
    else await runWorkflow(db, ports, job, payload.execution_id);
  },
});
