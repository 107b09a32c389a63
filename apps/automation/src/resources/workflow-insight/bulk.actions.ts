import { isRefusal } from '@psa/contract-kit';
import type { BulkWorkflowResult, BulkWorkflows } from '@psa/contracts-automation';
import type { Principal } from '@psa/http-kit';
import type { Db } from '../../automation-app.ts';
import { restartExecution } from '../workflow/restart-execution.actions.ts';
import { startWorkflow } from '../workflow/start-execution.actions.ts';
import { setExecutionStatus } from '../workflow/workflow-execution.actions.ts';
import { updateTask } from '../workflow/workflow-task.actions.ts';

type Result = BulkWorkflowResult['results'][number];
type Done = Pick<Result, 'execution_id' | 'status'>;

const STATES = { pause: 'paused', resume: 'running', cancel: 'cancelled' } as const;

/** Does one thing to many, each in its own transaction: what is refused is named, the rest is done. */
export async function bulkWorkflows(db: Db, principal: Principal, input: BulkWorkflows): Promise<BulkWorkflowResult> {
  const results: Result[] = [];
  for (const [id, work] of worksOf(db, principal, input)) results.push(await resultOf(id, work));
  const succeeded = results.filter(({ success }) => success).length;
  return { succeeded, failed: results.length - succeeded, results };
}

function worksOf(db: Db, principal: Principal, input: BulkWorkflows): [id: string | null, work: () => Promise<Done>][] {
  switch (input.operation) {
    case 'create':
      return input.executions.map((start) => [null, () => startWorkflow(db, start)]);
    case 'assign':
      return input.task_ids.map((id) => [
        id,
        async () => {
          await updateTask(db, principal, id, { assigned_users: input.assigned_users });
          return { execution_id: null, status: null };
        },
      ]);
    case 'restart':
      return input.execution_ids.map((id) => [id, () => restartExecution(db, id, input.from)]);
    default: {
      const status = STATES[input.operation];
      return input.execution_ids.map((id) => [id, () => setExecutionStatus(db, principal, id, status, input.reason)]);
    }
  }
}

async function resultOf(id: string | null, work: () => Promise<Done>): Promise<Result> {
  try {
    const { execution_id, status } = await work();
    return { id: id ?? execution_id, success: true, execution_id, status, error: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const { code, message, details } = error;
    const shown = details === undefined ? {} : { details: details as NonNullable<Result['error']>['details'] };
    return { id, success: false, execution_id: null, status: null, error: { code, message, ...shown } };
  }
}
