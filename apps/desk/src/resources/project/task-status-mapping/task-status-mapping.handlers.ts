import { notFound } from '@psa/contract-kit';
import { type TaskStatusMapping, taskStatusMappingRoutes } from '@psa/contracts-desk';
import { handlers } from '../../../desk-app.ts';
import { findProject } from '../project.records.ts';
import { createMapping, deleteMapping, updateMapping } from './task-status-mapping.actions.ts';
import { findMappings, type MappingRecord } from './task-status-mapping.records.ts';

/** A status column as the API shows it. */
function toMapping(row: MappingRecord): TaskStatusMapping {
  return {
    project_status_mapping_id: row.project_status_mapping_id,
    project_id: row.project_id,
    phase_id: row.phase_id,
    is_standard: row.is_standard,
    custom_name: row.is_standard ? null : row.status_name,
    status_name: row.status_name,
    is_closed: row.is_closed,
    display_order: row.display_order,
    is_visible: row.is_visible,
    created_at: row.created_at,
    updated_at: row.updated_at,
    tenant: row.tenant,
  };
}

export const taskStatusMappingHandlers = handlers(taskStatusMappingRoutes, {
  listTaskStatusMappings: async ({ db, params }) => {
    const [project, mappings] = await Promise.all([findProject(db, params.id), findMappings(db, params.id)]);
    if (project === undefined) throw notFound('Project');
    return { data: mappings.map(toMapping) };
  },
  createTaskStatusMapping: async ({ db, params, body }) => ({ data: toMapping(await createMapping(db, params.id, body)) }),
  updateTaskStatusMapping: async ({ db, params, body }) => ({
    data: toMapping(await updateMapping(db, params.id, params.mappingId, body)),
  }),
  deleteTaskStatusMapping: ({ db, params }) => deleteMapping(db, params.id, params.mappingId),
});
