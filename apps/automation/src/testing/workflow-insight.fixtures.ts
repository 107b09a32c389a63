import type { workflowInsightRoutes, workflowTransferRoutes } from '@psa/contracts-automation';
import { eventually } from '@psa/test-kit';
import type { Fixture } from '@psa/test-kit/derived';
import { makeRun, makeTask, makeWorkflow } from './workflow.fixtures.ts';

const definition = { start: 'end', steps: { end: { type: 'end' } } };
let imported = 0;

export const workflowInsightFixtures: { readonly [K in keyof typeof workflowInsightRoutes]: Fixture } = {
  getWorkflowAnalytics: async ({ api }) => {
    await makeRun(api);
    return { query: { metric_type: 'execution_stats' } };
  },
  searchWorkflows: async ({ api }) => {
    await makeRun(api);
    return { body: { query: 'Workflow' } };
  },
  bulkWorkflows: async ({ api }) => ({ body: { operation: 'cancel', execution_ids: [await makeRun(api)], reason: 'Not needed' } }),
  bulkAssignWorkflowTasks: async ({ api, caller }) => ({ body: { task_ids: [await makeTask(api)], assigned_users: [caller.userId] } }),
};

export const workflowTransferFixtures: { readonly [K in keyof typeof workflowTransferRoutes]: Fixture } = {
  getWorkflowDiagram: async ({ api }) => ({ params: { id: (await makeWorkflow(api, definition)).registration_id } }),
  getWorkflowExecutionDiagram: async ({ api }) => {
    const id = await makeRun(api, definition);
    // What goes on by itself has to be over: nothing may change but by the call.
    await eventually(async () => (await api.get(`/api/v1/workflows/executions/${id}`)).body.data.status === 'completed');
    return { params: { id } };
  },
  exportWorkflow: async ({ api }) => ({ params: { id: (await makeWorkflow(api, definition)).registration_id } }),
  importWorkflows: () => ({ body: { content: JSON.stringify({ name: `Imported ${++imported}`, definition }) } }),
};
