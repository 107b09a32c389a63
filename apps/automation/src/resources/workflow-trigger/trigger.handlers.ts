import { workflowTriggerRoutes } from '@psa/contracts-automation';
import { Answer, versioned } from '@psa/http-kit';
import { handlers } from '../../automation-app.ts';
import { demandEveryTicket } from '../event-feed/hidden-tickets.access.ts';
import { toWorkflowRun, workflowExecutionPath } from '../workflow/workflow.view.ts';
import { receiveWorkflowHook } from './receive-workflow-hook.actions.ts';
import { createTrigger, deleteTrigger, fireTrigger, rotateTriggerSecret, updateTrigger } from './trigger.actions.ts';
import { listTriggers } from './trigger.list.ts';
import { requireTrigger } from './trigger.records.ts';
import { toTrigger, triggerPath } from './trigger.view.ts';

export const workflowTriggerHandlers = handlers(workflowTriggerRoutes, {
  listWorkflowTriggers: async ({ db, ports, query }) => {
    const { rows, pagination } = await listTriggers(db, query);
    return { data: rows.map((row) => toTrigger(row, ports.publicUrl)), pagination };
  },
  createWorkflowTrigger: async ({ db, ports, principal, body }) => {
    if (body.event_type) await demandEveryTicket(db, ports, principal, [body.event_type]);
    const row = await createTrigger(db, ports, principal, body);
    return versioned({ data: toTrigger(row, ports.publicUrl) }, row.version, triggerPath(row.trigger_id));
  },
  getWorkflowTrigger: async ({ db, ports, params }) => {
    const row = await requireTrigger(db, params.id);
    return versioned({ data: toTrigger(row, ports.publicUrl) }, row.version);
  },
  updateWorkflowTrigger: async ({ db, ports, principal, params, body, ifMatch }) => {
    const event = body.event_type ?? (await requireTrigger(db, params.id)).event_type;
    if (event !== null) await demandEveryTicket(db, ports, principal, [event]);
    const row = await updateTrigger(db, ports, principal, params.id, body, ifMatch);
    return versioned({ data: toTrigger(row, ports.publicUrl) }, row.version);
  },
  deleteWorkflowTrigger: ({ db, params, ifMatch }) => deleteTrigger(db, params.id, ifMatch),
  fireWorkflowTrigger: async ({ db, params, body }) => {
    const row = await fireTrigger(db, params.id, body);
    return new Answer({ data: toWorkflowRun(row) }, { location: workflowExecutionPath(row.execution_id) });
  },
  rotateWorkflowTriggerSecret: async ({ db, ports, principal, params }) => ({
    data: await rotateTriggerSecret(db, ports, principal, params.id),
  }),
  receiveWorkflowHook: async ({ ports, params, request }) => ({ data: await receiveWorkflowHook(ports, { ...params, request }) }),
});
