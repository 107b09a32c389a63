import { projectRpc } from '@psa/contracts-desk';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../desk-app.ts';
import { factsOf } from '../resources/project/project.actions.ts';
import { findProject } from '../resources/project/project.records.ts';
import { factsIn } from '../resources/project/project-task/project-task.actions.ts';
import { findTask } from '../resources/project/project-task/project-task.records.ts';
import type { Tables } from '../tables.ts';

/** Asked by services that are given the id of a project they have not heard of. */
export const getProjectFacts = tenantRpcHandler<typeof projectRpc.getProjectFacts, Tables, Ports>(
  projectRpc.getProjectFacts,
  async ({ project_id }, db) => {
    const row = await findProject(db, project_id);
    return { project: row === undefined ? null : { ...factsOf(row, row), version: row.version } };
  },
);

/** Asked by services that are given the id of a task they have not heard of. */
export const getTaskFacts = tenantRpcHandler<typeof projectRpc.getTaskFacts, Tables, Ports>(
  projectRpc.getTaskFacts,
  async ({ task_id: taskId }, db) => {
    const task = await findTask(db, taskId);
    const project = task && (await findProject(db, task.project_id));
    if (task === undefined || project === undefined) return { task: null };
    return { task: { ...factsIn(project, task, task), version: task.version } };
  },
);

/** Asked before a client is deleted. */
export const countProjectsOfClient = tenantRpcHandler<typeof projectRpc.countProjectsOfClient, Tables, Ports>(
  projectRpc.countProjectsOfClient,
  ({ client_id }, db) =>
    db
      .selectFrom('projects')
      .select((eb) => eb.fn.countAll<number>().as('projects'))
      .where('client_id', '=', client_id)
      .executeTakeFirstOrThrow(),
);

/** Asked before a contact is deleted. */
export const countProjectsOfContact = tenantRpcHandler<typeof projectRpc.countProjectsOfContact, Tables, Ports>(
  projectRpc.countProjectsOfContact,
  ({ contact_name_id }, db) =>
    db
      .selectFrom('projects')
      .select((eb) => eb.fn.countAll<number>().as('projects'))
      .where('contact_name_id', '=', contact_name_id)
      .executeTakeFirstOrThrow(),
);
