import type { Project, ProjectDetails } from '@psa/contracts-desk';
import { toProjectPhase } from './project-phase/project-phase.view.ts';
import type { ProjectBelongings } from './project-details.records.ts';
import type { ProjectRow } from './project.records.ts';
import { hoursOf, progressOf } from './project.rules.ts';

const BASE = '/api/v1/projects';

function linksOf(projectId: string) {
  const self = `${BASE}/${projectId}`;
  return {
    self: { href: self, method: 'GET' },
    edit: { href: self, method: 'PUT' },
    delete: { href: self, method: 'DELETE' },
    list: { href: BASE, method: 'GET' },
    phases: { href: `${self}/phases`, method: 'GET' },
    tasks: { href: `${self}/tasks`, method: 'GET' },
    tickets: { href: `${self}/tickets`, method: 'GET' },
  };
}

/** A project as lists show it. */
export function toProject(row: ProjectRow): Project {
  return {
    project_id: row.project_id,
    client_id: row.client_id,
    client_name: row.client_name,
    project_number: row.project_number,
    project_name: row.project_name,
    description: row.description,
    start_date: row.start_date,
    end_date: row.end_date,
    wbs_code: row.wbs_code,
    is_inactive: row.is_inactive,
    status: row.status_id,
    status_name: row.status_name,
    is_closed: row.is_closed,
    closed_at: row.closed_at,
    assigned_to: row.assigned_to,
    assigned_user_name: row.assigned_user_name,
    contact_name_id: row.contact_name_id,
    contact_name: row.contact_name,
    budgeted_hours: row.budgeted_hours,
    actual_hours: hoursOf(row.actual_minutes),
    shared_with_client: row.shared_with_client,
    tags: row.tags,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
    tenant: row.tenant,
    _links: linksOf(row.project_id),
  };
}

/** A project as people of the client portal see it: without the hours that staff plan and log. */
export function withoutHours<Shown extends Project | ProjectDetails>(project: Shown): Shown {
  const statistics = 'statistics' in project && {
    statistics: { ...project.statistics, total_estimated_hours: 0, total_actual_hours: 0 },
  };
  return { ...project, actual_hours: 0, ...statistics };
}

/** A project as a read by its id shows it. */
export function toProjectDetails(row: ProjectRow, { phases, figures }: ProjectBelongings): ProjectDetails {
  const { client_id, client_name, contact_name_id, contact_name, contact_email, assigned_to, assigned_user_name } = row;
  return {
    ...toProject(row),
    client: client_name === null ? null : { client_id, client_name },
    contact:
      contact_name_id === null || contact_name === null ? null : { contact_name_id, full_name: contact_name, email: contact_email ?? '' },
    assigned_user: assigned_to === null || assigned_user_name === null ? null : { user_id: assigned_to, full_name: assigned_user_name },
    phases: phases.map(toProjectPhase),
    statistics: {
      total_phases: phases.length,
      total_tasks: figures.total_tasks,
      completed_tasks: figures.completed_tasks,
      total_estimated_hours: figures.estimated_hours,
      total_actual_hours: hoursOf(figures.actual_minutes),
      progress_percentage: progressOf(figures.completed_tasks, figures.total_tasks),
    },
  };
}
