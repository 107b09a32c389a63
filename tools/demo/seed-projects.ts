import type { ApiClient } from './api-client.ts';
import type { DemoProject } from './demo-projects.ts';
import { inParallel } from './in-parallel.ts';

const AT_ONCE = 4;

/** Creates the projects with their phases, tasks and checklists. @returns ids of the tasks */
export async function seedProjects(
  api: ApiClient,
  projects: readonly DemoProject[],
  clientIdOf: (code: string) => string,
  userId: string,
): Promise<string[]> {
  const taskIds: string[] = [];
  await inParallel([...projects.entries()], AT_ONCE, async ([index, { clientCode, body, phases }]) => {
    const key = `demo/project/${index}`;
    const { project_id } = await api.create('/api/v1/projects', key, { ...body, client_id: clientIdOf(clientCode), assigned_to: userId });
    const path = `/api/v1/projects/${String(project_id)}`;
    const done = await closedColumn(api, path);
    for (const [phaseIndex, phase] of phases.entries()) {
      const { phase_id } = await api.create(`${path}/phases`, `${key}/phase/${phaseIndex}`, phase.body);
      for (const [taskIndex, task] of phase.tasks.entries()) {
        const taskKey = `${key}/task/${phaseIndex}/${taskIndex}`;
        const { task_id } = await api.create(`${path}/phases/${String(phase_id)}/tasks`, taskKey, { ...task.body, assigned_to: userId });
        taskIds.push(String(task_id));
        const taskPath = `/api/v1/projects/tasks/${String(task_id)}`;
        for (const [itemIndex, item_text] of task.checklist.entries())
          await api.create(`${taskPath}/checklist`, `${taskKey}/item/${itemIndex}`, { item_text, is_completed: task.isDone });
        if (task.isDone && done !== undefined) await api.change(taskPath, { project_status_mapping_id: done });
      }
    }
  });
  // In an order that does not depend on who was quicker: a seed that is resumed makes the same requests.
  return taskIds.toSorted();
}

async function closedColumn(api: ApiClient, projectPath: string): Promise<string | undefined> {
  const { body } = await api.get(`${projectPath}/task-status-mappings`);
  const columns = (body as { data?: { is_closed: boolean; project_status_mapping_id: string }[] }).data ?? [];
  return columns.find(({ is_closed }) => is_closed)?.project_status_mapping_id;
}
