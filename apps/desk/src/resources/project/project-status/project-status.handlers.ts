import { type ProjectStatus, projectStatusRoutes } from '@psa/contracts-desk';
import { handlers } from '../../../desk-app.ts';
import { createStatus, deleteStatus, updateStatus } from './project-status.actions.ts';
import { projectStatuses, type ProjectStatus as Row } from './project-status.records.ts';

/** A status as the API shows it. */
function toProjectStatus({ status_id, status_name, is_closed, is_default, order_number, tenant }: Row): ProjectStatus {
  return { status_id, status_name, is_closed, is_default, order_number, tenant };
}

export const projectStatusHandlers = handlers(projectStatusRoutes, {
  listProjectStatuses: ({ db }) => db.transaction(async (tx) => ({ data: (await projectStatuses(tx)).map(toProjectStatus) })),
  createProjectStatus: async ({ db, body }) => ({ data: toProjectStatus(await createStatus(db, body)) }),
  updateProjectStatus: async ({ db, params, body }) => ({ data: toProjectStatus(await updateStatus(db, params.statusId, body)) }),
  deleteProjectStatus: ({ db, params }) => deleteStatus(db, params.statusId),
});
