import { notFound } from '@psa/contract-kit';
import { type ProjectDetails, projectRoutes } from '@psa/contracts-desk';
import { type Answer, assertPortalFilters, clientScopeOf, versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../desk-app.ts';
import { updateProjects } from './project-bulk.actions.ts';
import { copyProject } from './project-copy.actions.ts';
import { findProjectDetails } from './project-details.records.ts';
import { searchProjects } from './project-search.list.ts';
import { projectStats } from './project-stats.records.ts';
import { createProject, deleteProject, updateProject } from './project.actions.ts';
import { exportProjects } from './project.export.ts';
import { listProjects } from './project.list.ts';
import { toProject, toProjectDetails, withoutHours } from './project.view.ts';

/** The answer with a project by its id. @throws NOT_FOUND */
async function answer(db: Db, projectId: string, location?: string): Promise<Answer<{ data: ProjectDetails }>> {
  const found = await findProjectDetails(db, projectId);
  if (found === undefined) throw notFound('Project');
  return versioned({ data: toProjectDetails(found.row, found.belongings) }, found.row.version, location);
}

export const projectHandlers = handlers(projectRoutes, {
  listProjects: async ({ db, principal, query }) => {
    const only = clientScopeOf(principal);
    assertPortalFilters(principal, query, ['tags', 'budgeted_hours_min', 'budgeted_hours_max'], ['budgeted_hours']);
    const { rows, pagination } = await listProjects(db, query, only);
    return { data: rows.map((row) => (only === undefined ? toProject(row) : withoutHours(toProject(row)))), pagination };
  },

  createProject: async ({ db, ports, body }) => {
    const id = await createProject(db, ports, body);
    return answer(db, id, `/api/v1/projects/${id}`);
  },

  searchProjects: async ({ db, query }) => ({ data: (await searchProjects(db, query)).map(toProject) }),

  exportProjects: ({ db, query }) => exportProjects(db, query),

  getProjectStats: async ({ db }) => ({ data: await projectStats(db) }),

  bulkUpdateProjects: async ({ db, ports, body }) => ({
    data: (await updateProjects(db, ports, body.projects, { name: 'projects', id: 'project_id' })).map(toProject),
  }),

  bulkAssignProjects: async ({ db, ports, body: { project_ids, assigned_to = null } }) => {
    const items = project_ids.map((project_id) => ({ project_id, data: { assigned_to } }));
    return { data: (await updateProjects(db, ports, items, { name: 'project_ids' })).map(toProject) };
  },

  bulkSetProjectStatus: async ({ db, ports, body: { project_ids, status } }) => {
    const items = project_ids.map((project_id) => ({ project_id, data: { status } }));
    return { data: (await updateProjects(db, ports, items, { name: 'project_ids' })).map(toProject) };
  },

  getProject: async ({ db, params, principal }) => {
    const found = await findProjectDetails(db, params.id);
    const only = clientScopeOf(principal);
    if (found === undefined || (only !== undefined && !(found.row.client_id === only && found.row.shared_with_client)))
      throw notFound('Project');
    const project = toProjectDetails(found.row, found.belongings);
    return versioned({ data: only === undefined ? project : withoutHours(project) }, found.row.version);
  },

  updateProject: async ({ db, ports, params, body, ifMatch }) => {
    await updateProject(db, ports, params.id, body, ifMatch);
    return answer(db, params.id);
  },

  deleteProject: ({ db, ports, params, ifMatch }) => deleteProject(db, ports, params.id, ifMatch),

  copyProject: async ({ db, ports, params, body }) => {
    const id = await copyProject(db, ports, params.id, body);
    return answer(db, id, `/api/v1/projects/${id}`);
  },
});
