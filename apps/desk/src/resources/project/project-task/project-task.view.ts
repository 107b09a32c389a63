import type { ProjectTask } from '@psa/contracts-desk';
import { hoursOf } from '../project.rules.ts';
import type { TaskRow } from './project-task.records.ts';

/** A task as the API shows it. */
export function toProjectTask(row: TaskRow): ProjectTask {
  return {
    task_id: row.task_id,
    project_id: row.project_id,
    phase_id: row.phase_id,
    task_name: row.task_name,
    description: row.description,
    assigned_to: row.assigned_to,
    assigned_user_name: row.assigned_user_name,
    estimated_hours: row.estimated_hours,
    actual_hours: hoursOf(row.actual_minutes),
    due_date: row.due_date,
    priority_id: row.priority_id,
    priority_name: row.priority_name,
    task_type_key: row.task_type_key,
    project_status_mapping_id: row.project_status_mapping_id,
    status_name: row.status_name,
    is_closed: row.is_closed,
    completed_at: row.completed_at,
    wbs_code: row.wbs_code,
    order_key: row.order_key,
    tags: row.tags,
    created_at: row.created_at,
    updated_at: row.updated_at,
    tenant: row.tenant,
  };
}
