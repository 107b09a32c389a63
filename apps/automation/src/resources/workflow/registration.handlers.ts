import { workflowRegistrationRoutes } from '@psa/contracts-automation';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../automation-app.ts';
import { createRegistration, deleteRegistration, updateRegistration } from './registration.actions.ts';
import { listRegistrations, listVersions } from './workflow.list.ts';
import { requireRegistration } from './workflow.records.ts';
import { registrationPath, toRegistration, toVersion } from './workflow.view.ts';

export const registrationHandlers = handlers(workflowRegistrationRoutes, {
  listWorkflowRegistrations: async ({ db, query }) => {
    const { rows, pagination } = await listRegistrations(db, query);
    return { data: rows.map(toRegistration), pagination };
  },
  createWorkflowRegistration: async ({ db, ports, principal, body }) => {
    const row = await createRegistration(db, ports, principal, body);
    return versioned({ data: toRegistration(row) }, row.version, registrationPath(row.registration_id));
  },
  getWorkflowRegistration: async ({ db, params }) => {
    const row = await requireRegistration(db, params.id);
    return versioned({ data: toRegistration(row) }, row.version);
  },
  updateWorkflowRegistration: async ({ db, ports, principal, params, body, ifMatch }) => {
    const row = await updateRegistration(db, ports, principal, params.id, body, ifMatch);
    return versioned({ data: toRegistration(row) }, row.version);
  },
  deleteWorkflowRegistration: ({ db, params, ifMatch }) => deleteRegistration(db, params.id, ifMatch),
  listWorkflowVersions: async ({ db, params, query }) => {
    const { version_id } = await requireRegistration(db, params.id);
    const { rows, pagination } = await listVersions(db, params.id, query);
    return { data: rows.map((row) => toVersion(row, version_id)), pagination };
  },
});
