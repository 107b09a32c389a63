import { randomUUID } from 'node:crypto';
import type { ProjectDetails, ProjectPhase, ProjectTask } from '@psa/contracts-desk';
import type { TestApi } from '@psa/test-kit';

/** A valid body of a new project. */
export function aProject(given: Record<string, unknown> = {}): Record<string, unknown> {
  return { client_id: randomUUID(), project_name: `Move ${randomUUID().slice(0, 8)}`, ...given };
}

async function post<T>(api: TestApi, path: string, body: unknown): Promise<T> {
  const { status, text, body: answer } = await api.post(path, body);
  if (status !== 201) throw new Error(`${status} ${text}`);
  return answer.data as T;
}

/** Creates a project. */
export function makeProject(api: TestApi, given: Record<string, unknown> = {}): Promise<ProjectDetails> {
  return post(api, '/api/v1/projects', aProject(given));
}

/** Gives a project a phase. */
export function makePhase(api: TestApi, projectId: string, given: Record<string, unknown> = {}): Promise<ProjectPhase> {
  return post(api, `/api/v1/projects/${projectId}/phases`, { phase_name: 'Discovery', ...given });
}

/** Creates a task. */
export function makeTask(api: TestApi, phase: ProjectPhase, given: Record<string, unknown> = {}): Promise<ProjectTask> {
  return post(api, `/api/v1/projects/${phase.project_id}/phases/${phase.phase_id}/tasks`, { task_name: 'Count the switches', ...given });
}

/** A project with everything a project can have. */
export async function makeFullProject(api: TestApi, given: Record<string, unknown> = {}) {
  const project = await makeProject(api, {
    description: 'All of the branch',
    start_date: '2026-03-01',
    end_date: '2026-06-01',
    assigned_to: randomUUID(),
    budgeted_hours: 40,
    tags: ['branch'],
    shared_with_client: true,
    ...given,
  });
  const phase = await makePhase(api, project.project_id, { start_date: '2026-03-01' });
  const first = await makeTask(api, phase, { assigned_to: randomUUID(), tags: ['network'], estimated_hours: 4, due_date: '2026-03-10' });
  const second = await makeTask(api, phase, { task_name: 'Order the switches' });
  await post(api, `/api/v1/projects/tasks/${first.task_id}/checklist`, { item_text: 'Ground floor' });
  await post(api, `/api/v1/projects/tasks/${second.task_id}/dependencies`, { predecessor_task_id: first.task_id });
  await post(api, `/api/v1/projects/${project.project_id}/teams`, { team_id: randomUUID() });
  return { project, phase, first, second };
}
