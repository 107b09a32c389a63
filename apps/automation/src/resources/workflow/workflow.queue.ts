import { WorkQueue } from '@psa/postgres-kit';
import { wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Tx } from '../../automation-app.ts';

/** Executions that have something to do, and tasks that are due. */
export const workflowQueue = new WorkQueue('workflow_jobs');

export const WorkflowJob = z.union([z.object({ execution_id: z.guid() }), z.object({ task_id: z.guid() })]);
export type WorkflowJob = z.infer<typeof WorkflowJob>;

/** Has a job done once the transaction is committed. @param due ISO time; at once when absent */
export function queueJob(tx: Tx, payload: WorkflowJob, due: string | null = null): void {
  workflowQueue.add(tx, [{ job_id: uuidv7(), payload, ...(due === null ? {} : { due_at: due }) }]);
  if (due === null) tx.afterCommit(() => wakeWorker(workflowQueue.table));
}
