import { randomUUID } from 'node:crypto';
import type {
  projectPhaseRoutes,
  projectRoutes,
  projectStatusRoutes,
  projectTaskRoutes,
  projectTeamRoutes,
  taskChecklistRoutes,
  taskDependencyRoutes,
  taskStatusMappingRoutes,
} from '@psa/contracts-desk';
import type { Fixture, World } from '@psa/test-kit/derived';
import { aProject, makeFullProject, makePhase, makeProject, makeTask } from './make-project.ts';

type Fixtures<Routes> = { readonly [K in keyof Routes]: Fixture };

const withProjects =
  (query: Record<string, string> = {}): Fixture =>
  async ({ api }) => {
    await makeFullProject(api);
    return { query };
  };

const onProject: Fixture = async ({ api }) => ({ params: { id: (await makeFullProject(api)).project.project_id } });

const onFreshProject: Fixture = async ({ api }) => ({
  params: { id: (await makeProject(api, { tags: ['fresh'], create_default_phase: true })).project_id },
});

export const projectFixtures: Fixtures<typeof projectRoutes> = {
  listProjects: withProjects(),
  createProject: () => ({ body: aProject({ tags: ['branch'], create_default_phase: true }) }),
  searchProjects: withProjects({ query: 'branch' }),
  exportProjects: withProjects({ format: 'json', include_phases: 'true', include_tasks: 'true' }),
  getProjectStats: withProjects(),
  bulkUpdateProjects: async ({ api }) => ({
    body: { projects: [{ project_id: (await makeProject(api)).project_id, data: { description: 'Changed' } }] },
  }),
  bulkAssignProjects: async ({ api }) => ({
    body: { project_ids: [(await makeProject(api)).project_id], assigned_to: randomUUID() },
  }),
  bulkSetProjectStatus: async ({ api }) => ({ body: { project_ids: [(await makeProject(api)).project_id], status: 'on_hold' } }),
  getProject: onProject,
  updateProject: async (world) => ({ ...(await onProject(world)), body: { description: 'Changed', status: 'active' } }),
  deleteProject: onFreshProject,
  copyProject: async (world) => ({ ...(await onProject(world)), body: { start_date: '2026-09-01', include_teams: true } }),
};

async function onPhase({ api }: World) {
  const { project_id: projectId } = await makeProject(api);
  return { params: { projectId, phaseId: (await makePhase(api, projectId)).phase_id } };
}

export const projectPhaseFixtures: Fixtures<typeof projectPhaseRoutes> = {
  listProjectPhases: onProject,
  createProjectPhase: async (world) => ({ ...(await onProject(world)), body: { phase_name: 'Rollout' } }),
  getProjectPhase: onPhase,
  updateProjectPhase: async (world) => ({ ...(await onPhase(world)), body: { phase_name: 'Rollout' } }),
  moveProjectPhase: async (world) => {
    const request = await onPhase(world);
    const other = await makePhase(world.api, request.params.projectId);
    return { ...request, body: { after_phase_id: other.phase_id } };
  },
  deleteProjectPhase: onPhase,
};

const onTask: Fixture = async ({ api }) => ({ params: { taskId: (await makeFullProject(api)).first.task_id } });

export const projectTaskFixtures: Fixtures<typeof projectTaskRoutes> = {
  listProjectTasks: onProject,
  listPhaseTasks: async ({ api }) => {
    const { project, phase } = await makeFullProject(api);
    return { params: { projectId: project.project_id, phaseId: phase.phase_id } };
  },
  createProjectTask: async (world) => ({ ...(await onPhase(world)), body: { task_name: 'Lay cables', tags: ['cables'] } }),
  getProjectTask: onTask,
  updateProjectTask: async (world) => ({ ...(await onTask(world)), body: { task_name: 'Lay cables' } }),
  moveProjectTask: async ({ api }) => {
    const { first, second } = await makeFullProject(api);
    return { params: { taskId: first.task_id }, body: { after_task_id: second.task_id } };
  },
  deleteProjectTask: onTask,
};

async function onItem({ api }: World) {
  const { first } = await makeFullProject(api);
  const items = await api.get(`/api/v1/projects/tasks/${first.task_id}/checklist`);
  return { params: { taskId: first.task_id, itemId: items.body.data[0].checklist_item_id as string } };
}

export const taskChecklistFixtures: Fixtures<typeof taskChecklistRoutes> = {
  listTaskChecklist: onTask,
  createTaskChecklistItem: async (world) => ({ ...(await onTask(world)), body: { item_text: 'First floor' } }),
  updateTaskChecklistItem: async (world) => ({ ...(await onItem(world)), body: { is_completed: true } }),
  deleteTaskChecklistItem: onItem,
};

export const taskDependencyFixtures: Fixtures<typeof taskDependencyRoutes> = {
  listTaskDependencies: onTask,
  createTaskDependency: async ({ api }) => {
    const { project_id } = await makeProject(api);
    const phase = await makePhase(api, project_id);
    const [first, second] = [await makeTask(api, phase), await makeTask(api, phase)];
    return { params: { taskId: second.task_id }, body: { predecessor_task_id: first.task_id } };
  },
  deleteTaskDependency: async ({ api }) => {
    const { second } = await makeFullProject(api);
    const rows = await api.get(`/api/v1/projects/tasks/${second.task_id}/dependencies`);
    return { params: { taskId: second.task_id, dependencyId: rows.body.data[0].dependency_id as string } };
  },
};

async function onMapping({ api }: World) {
  const { project_id: id } = await makeProject(api);
  const rows = await api.get(`/api/v1/projects/${id}/task-status-mappings`);
  return { params: { id, mappingId: rows.body.data[2].project_status_mapping_id as string } };
}

export const taskStatusMappingFixtures: Fixtures<typeof taskStatusMappingRoutes> = {
  listTaskStatusMappings: onProject,
  createTaskStatusMapping: async (world) => ({ ...(await onProject(world)), body: { custom_name: 'Waiting for parts' } }),
  updateTaskStatusMapping: async (world) => ({ ...(await onMapping(world)), body: { custom_name: 'Four eyes' } }),
  deleteTaskStatusMapping: onMapping,
};

async function onTeam({ api }: World) {
  const { project } = await makeFullProject(api);
  const teams = await api.get(`/api/v1/projects/${project.project_id}/teams`);
  return { params: { id: project.project_id, teamId: teams.body.data[0].team_id as string } };
}

export const projectTeamFixtures: Fixtures<typeof projectTeamRoutes> = {
  listTeamsOfProject: onProject,
  assignProjectTeam: async (world) => ({ ...(await onProject(world)), body: { team_id: randomUUID(), role: 'support' } }),
  updateProjectTeam: async (world) => ({ ...(await onTeam(world)), body: { role: 'support', allocation_percentage: 20 } }),
  removeProjectTeam: onTeam,
};

const onStatus: Fixture = async ({ api }) => {
  const { body } = await api.post('/api/v1/projects/statuses', { status_name: 'Waiting for the client' });
  return { params: { statusId: body.data.status_id as string } };
};

export const projectStatusFixtures: Fixtures<typeof projectStatusRoutes> = {
  listProjectStatuses: () => ({}),
  createProjectStatus: () => ({ body: { status_name: 'Waiting for the client' } }),
  updateProjectStatus: async (world) => ({ ...(await onStatus(world)), body: { is_default: true } }),
  deleteProjectStatus: onStatus,
};
