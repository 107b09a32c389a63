import { notFound } from '@psa/contract-kit';
import { type ProjectTask, projectTaskRoutes } from '@psa/contracts-desk';
import { type Answer, versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../../desk-app.ts';
import { findPhase } from '../project-phase/project-phase.records.ts';
import { findProject } from '../project.records.ts';
import { createTask, deleteTask, moveTask, updateTask } from './project-task.actions.ts';
import { findTask, findTasksOfPhase, findTasksOfProject } from './project-task.records.ts';
import { toProjectTask } from './project-task.view.ts';

/** The answer with a task by its id. @throws NOT_FOUND */
async function answer(db: Db, taskId: string, location?: string): Promise<Answer<{ data: ProjectTask }>> {
  const row = await findTask(db, taskId);
  if (row === undefined) throw notFound('Project task');
  return versioned({ data: toProjectTask(row) }, row.version, location);
}

export const projectTaskHandlers = handlers(projectTaskRoutes, {
  listProjectTasks: async ({ db, params }) => {
    const [project, tasks] = await Promise.all([findProject(db, params.id), findTasksOfProject(db, params.id)]);
    if (project === undefined) throw notFound('Project');
    return { data: tasks.map(toProjectTask) };
  },

  listPhaseTasks: async ({ db, params }) => {
    const [phase, tasks] = await Promise.all([findPhase(db, params.projectId, params.phaseId), findTasksOfPhase(db, params.phaseId)]);
    if (phase === undefined) throw notFound('Project phase');
    return { data: tasks.map(toProjectTask) };
  },

  createProjectTask: async ({ db, ports, params, body }) => {
    const { task_id } = await createTask(db, ports, params.projectId, params.phaseId, body);
    return answer(db, task_id, `/api/v1/projects/tasks/${task_id}`);
  },

  getProjectTask: ({ db, params }) => answer(db, params.taskId),

  updateProjectTask: async ({ db, ports, params, body, ifMatch }) => {
    await updateTask(db, ports, params.taskId, body, ifMatch);
    return answer(db, params.taskId);
  },

  moveProjectTask: async ({ db, params, body, ifMatch }) => {
    await moveTask(db, params.taskId, body, ifMatch);
    return answer(db, params.taskId);
  },

  deleteProjectTask: ({ db, ports, params, ifMatch }) => deleteTask(db, ports, params.taskId, ifMatch),
});
