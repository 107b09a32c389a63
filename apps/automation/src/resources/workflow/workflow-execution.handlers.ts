import { workflowExecutionRoutes } from '@psa/contracts-automation';
import { Answer, versioned } from '@psa/http-kit';
import { handlers } from '../../automation-app.ts';
import { withoutHidden } from './hidden-facts.access.ts';
import { restartExecution } from './restart-execution.actions.ts';
import { startWorkflow } from './start-execution.actions.ts';
import { sendEvent, setExecutionStatus, updateExecution } from './workflow-execution.actions.ts';
import { listEvents, listRuns } from './workflow.list.ts';
import { requireExecution } from './workflow.records.ts';
import { toWorkflowEvent, toWorkflowRun, workflowExecutionPath } from './workflow.view.ts';

export const workflowExecutionHandlers = handlers(workflowExecutionRoutes, {
  listWorkflowExecutions: async ({ db, ports, principal, query }) => {
    const { rows, pagination } = await listRuns(db, query);
    return { data: (await withoutHidden(db, ports, principal, rows, 'context_data')).map(toWorkflowRun), pagination };
  },
  startWorkflowExecution: async ({ db, body }) => {
    const row = await startWorkflow(db, body);
    return versioned({ data: toWorkflowRun(row) }, row.version, workflowExecutionPath(row.execution_id));
  },
  getWorkflowExecution: async ({ db, ports, principal, params }) => {
    const row = await requireExecution(db, params.id);
    const [shown = row] = await withoutHidden(db, ports, principal, [row], 'context_data');
    return versioned({ data: toWorkflowRun(shown) }, row.version);
  },
  updateWorkflowExecution: async ({ db, principal, params, body, ifMatch }) => {
    const row = await updateExecution(db, principal, params.id, body, ifMatch);
    return versioned({ data: toWorkflowRun(row) }, row.version);
  },
  cancelWorkflowExecution: async ({ db, principal, params }) => ({
    data: toWorkflowRun(await setExecutionStatus(db, principal, params.id, 'cancelled')),
  }),
  pauseWorkflowExecution: async ({ db, principal, params }) => ({
    data: toWorkflowRun(await setExecutionStatus(db, principal, params.id, 'paused')),
  }),
  resumeWorkflowExecution: async ({ db, principal, params }) => ({
    data: toWorkflowRun(await setExecutionStatus(db, principal, params.id, 'running')),
  }),
  restartWorkflowExecution: async ({ db, params, body }) => {
    const row = await restartExecution(db, params.id, body?.from);
    return new Answer({ data: toWorkflowRun(row) }, { location: workflowExecutionPath(row.execution_id) });
  },
  listWorkflowEvents: async ({ db, ports, principal, query }) => {
    const { rows, pagination } = await listEvents(db, query);
    return { data: (await withoutHidden(db, ports, principal, rows, 'payload')).map(toWorkflowEvent), pagination };
  },
  sendWorkflowEvent: async ({ db, principal, body }) => ({ data: toWorkflowEvent(await sendEvent(db, principal, body)) }),
});
