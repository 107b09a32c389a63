import type { WorkflowPriority } from '@psa/contracts-automation';
import { WorkQueue } from '@psa/postgres-kit';
import { wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Tx } from '../../automation-app.ts';

/** Executions that have something to do, and what else happens to them in its own transaction or at its time. */
export const workflowQueue = new WorkQueue('workflow_jobs');

export const WorkflowJob = z.union([
  z.strictObject({ execution_id: z.guid() }),
  z.strictObject({ task_id: z.guid() }),
  z.strictObject({ timer_id: z.guid() }),
  z.strictObject({ child_ended: z.guid() }),
  z.strictObject({ cancel_children_of: z.guid() }),
  z.strictObject({ cancel_execution: z.guid() }),
  z.strictObject({ deliver_to: z.guid(), event_id: z.guid() }),
  z.strictObject({ deliver_early_to: z.guid(), token: z.string() }),
  z.strictObject({ wake_for: z.guid(), after: z.strictObject({ path: z.string(), execution_id: z.guid(), token: z.string() }) }),
  z.strictObject({ fire_trigger: z.guid(), event_id: z.guid() }),
]);
export type WorkflowJob = z.infer<typeof WorkflowJob>;

const PRIORITIES: Readonly<Record<WorkflowPriority, number>> = { low: 0, medium: 1, high: 2, urgent: 3 };

/** Has a job done once the transaction is committed. @param due ISO time; at once when absent */
export function queueJob(tx: Tx, payload: WorkflowJob, due: string | null = null, priority: WorkflowPriority = 'medium'): void {
  workflowQueue.add(tx, [{ job_id: uuidv7(), payload, priority: PRIORITIES[priority], ...(due === null ? {} : { due_at: due }) }]);
  if (due === null) tx.afterCommit(() => wakeWorker(workflowQueue.table));
}

/** Has an execution look what there is to do. */
export function queueExecution(
  tx: Tx,
  { execution_id, priority }: { execution_id: string; priority: WorkflowPriority },
  due: string | null = null,
): void {
  queueJob(tx, { execution_id }, due, priority);
}
