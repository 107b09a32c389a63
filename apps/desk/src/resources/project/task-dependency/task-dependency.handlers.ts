import { taskDependencyRoutes } from '@psa/contracts-desk';
import { handlers } from '../../../desk-app.ts';
import { createDependency, deleteDependency, findDependencies } from './task-dependency.actions.ts';

export const taskDependencyHandlers = handlers(taskDependencyRoutes, {
  listTaskDependencies: async ({ db, params }) => ({ data: await findDependencies(db, params.taskId) }),
  createTaskDependency: async ({ db, params, body }) => ({ data: await createDependency(db, params.taskId, body) }),
  deleteTaskDependency: ({ db, params }) => deleteDependency(db, params.taskId, params.dependencyId),
});
