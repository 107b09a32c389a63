import { workflowTaskRoutes } from '@psa/contracts-automation';
import { demandPermissions, versioned } from '@psa/http-kit';
import { handlers } from '../../automation-app.ts';
import { listTasks } from './workflow.list.ts';
import { requireTask } from './workflow.records.ts';
import { claimTask, completeTask, createTask, unclaimTask, updateTask } from './workflow-task.actions.ts';
import { taskPath, toTask } from './workflow.view.ts';

export const workflowTaskHandlers = handlers(workflowTaskRoutes, {
  listWorkflowTasks: async ({ db, principal, query }) => {
    if (query.scope === 'all') demandPermissions(principal, ['workflow:manage']);
    const { rows, pagination } = await listTasks(db, query, query.scope === 'all' ? undefined : principal.userId);
    return { data: rows.map(toTask), pagination };
  },
  createWorkflowTask: async ({ db, body }) => {
    const row = await createTask(db, body);
    return versioned({ data: toTask(row) }, row.version, taskPath(row.task_id));
  },
  getWorkflowTask: async ({ db, params }) => {
    const row = await requireTask(db, params.id);
    return versioned({ data: toTask(row) }, row.version);
  },
  updateWorkflowTask: async ({ db, params, body, ifMatch }) => {
    const row = await updateTask(db, params.id, body, ifMatch);
    return versioned({ data: toTask(row) }, row.version);
  },
  claimWorkflowTask: async ({ db, principal, params }) => ({ data: toTask(await claimTask(db, principal, params.id)) }),
  unclaimWorkflowTask: async ({ db, principal, params }) => ({ data: toTask(await unclaimTask(db, principal, params.id)) }),
  completeWorkflowTask: async ({ db, principal, params, body }) => ({ data: toTask(await completeTask(db, principal, params.id, body)) }),
});
