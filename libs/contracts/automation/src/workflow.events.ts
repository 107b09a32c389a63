import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Facts = z.object({ execution_id: z.guid(), registration_id: z.guid(), workflow_name: z.string(), correlation_id: z.string() });
const TaskFacts = z.object({ task_id: z.guid(), execution_id: z.guid(), title: z.string(), workflow_name: z.string() });

/** What executions of workflows come to. */
export const workflowExecutionEvents = events('automation', {
  started: {
    name: 'workflow.execution.started',
    version: 1,
    key: 'execution_id',
    summary: 'An execution of a workflow began',
    data: Facts,
  },
  completed: {
    name: 'workflow.execution.completed',
    version: 1,
    key: 'execution_id',
    summary: 'An execution of a workflow came to its end',
    data: Facts,
  },
  failed: {
    name: 'workflow.execution.failed',
    version: 1,
    key: 'execution_id',
    summary: 'An execution of a workflow failed',
    data: Facts.extend({ error_message: z.string().nullable() }),
  },
  cancelled: {
    name: 'workflow.execution.cancelled',
    version: 1,
    key: 'execution_id',
    summary: 'Somebody cancelled an execution of a workflow',
    data: Facts,
  },
});

/** What happens to tasks of workflows. */
export const workflowTaskEvents = events('automation', {
  created: { name: 'workflow.task.created', version: 1, key: 'task_id', summary: 'A workflow has a task for people', data: TaskFacts },
  claimed: {
    name: 'workflow.task.claimed',
    version: 1,
    key: 'task_id',
    summary: 'Somebody claimed a task',
    data: TaskFacts.extend({ claimed_by: z.guid() }),
  },
  completed: {
    name: 'workflow.task.completed',
    version: 1,
    key: 'task_id',
    summary: 'Somebody completed a task',
    data: TaskFacts.extend({ completed_by: z.guid() }),
  },
  expired: { name: 'workflow.task.expired', version: 1, key: 'task_id', summary: 'Nobody completed a task in time', data: TaskFacts },
});
