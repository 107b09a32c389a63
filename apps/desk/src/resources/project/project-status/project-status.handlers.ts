import { projectStatusRoutes } from '@psa/contracts-desk';
import { handlers } from '../../../desk-app.ts';
import { createStatus, deleteStatus, updateStatus } from './project-status.actions.ts';
import { projectStatuses } from './project-status.records.ts';

export const projectStatusHandlers = handlers(projectStatusRoutes, {
  listProjectStatuses: ({ db }) => db.transaction(async (tx) => ({ data: await projectStatuses(tx) })),
  createProjectStatus: async ({ db, body }) => ({ data: await createStatus(db, body) }),
  updateProjectStatus: async ({ db, params, body }) => ({ data: await updateStatus(db, params.statusId, body) }),
  deleteProjectStatus: ({ db, params }) => deleteStatus(db, params.statusId),
});
