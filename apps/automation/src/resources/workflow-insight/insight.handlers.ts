import { workflowInsightRoutes } from '@psa/contracts-automation';
import { handlers } from '../../automation-app.ts';
import { requireAssignees } from '../workflow/workflow-task.references.ts';
import { workflowAnalytics } from './analytics.records.ts';
import { bulkWorkflows } from './bulk.actions.ts';
import { searchWorkflows } from './search.records.ts';

export const workflowInsightHandlers = handlers(workflowInsightRoutes, {
  getWorkflowAnalytics: async ({ db, query }) => ({ data: await workflowAnalytics(db, query, new Date()) }),
  searchWorkflows: async ({ db, body }) => ({ data: await searchWorkflows(db, body) }),
  bulkWorkflows: async ({ db, ports, principal, body }) => {
    if (body.operation === 'assign') await requireAssignees(db, ports, body.assigned_users, 'assigned_users');
    return { data: await bulkWorkflows(db, principal, body) };
  },
  bulkAssignWorkflowTasks: async ({ db, ports, principal, body }) => {
    await requireAssignees(db, ports, body.assigned_users, 'assigned_users');
    return { data: await bulkWorkflows(db, principal, { operation: 'assign', ...body }) };
  },
});
