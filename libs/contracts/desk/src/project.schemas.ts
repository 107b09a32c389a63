import {
  DateBound,
  dateUntil,
  externalIdFilter,
  forStaff,
  Id,
  Links,
  listQuery,
  QueryBoolean,
  queryInteger,
  queryList,
  rowVersion,
  shownExternalIds,
  Timestamp,
  writableExternalIds,
} from '@psa/contract-kit';
import { z } from 'zod';
import { Hours, nullableText, ProjectDate, ProjectStatusReference } from './project-fields.ts';
import { ProjectPhase } from './project-phase.schemas.ts';
import { anyTagFilter, EntityTags } from './tag-text.ts';

const writable = {
  ...writableExternalIds,
  client_id: Id.describe('Client the project is for'),
  project_name: z.string().trim().min(1).max(255).describe('Name'),
  project_number: z.string().trim().min(1).max(50).describe('Number; unique in the tenant, whatever its case'),
  description: nullableText(10_000).describe('What the project is about'),
  start_date: ProjectDate.nullish().describe('When the work starts'),
  end_date: ProjectDate.nullish().describe('When the work ends; not before the start'),
  is_inactive: z.boolean().describe('Inactive projects are left out of searches and exports unless asked for'),
  status: ProjectStatusReference.describe('Status, by its id or by the word of a standard one'),
  assigned_to: Id.nullish().describe('User who leads the project; null when there is none'),
  contact_name_id: Id.nullish().describe("Contact of the client for the project's affairs"),
  budgeted_hours: Hours.nullish().describe('Hours the project may take'),
  shared_with_client: z.boolean().describe("Whether the client's people see the project in their portal"),
  tags: EntityTags,
};

export const CreateProject = z
  .object({
    ...writable,
    project_number: writable.project_number.optional().describe('Number; the next free one when absent'),
    is_inactive: writable.is_inactive.default(false),
    status: writable.status.optional().describe('Status; the default one when absent'),
    shared_with_client: writable.shared_with_client.default(false),
    tags: writable.tags.default([]),
    create_default_phase: z.boolean().default(false).describe('Whether the project starts with a phase'),
  })
  .meta({ id: 'CreateProject' });
export type CreateProject = z.infer<typeof CreateProject>;

export const UpdateProject = z.object(writable).partial().meta({ id: 'UpdateProject' });
export type UpdateProject = z.infer<typeof UpdateProject>;

export const CopyProject = z
  .object({
    project_name: writable.project_name.optional().describe("Name of the copy; the original's with (copy) when absent"),
    client_id: Id.optional().describe("Client of the copy; the original's when absent"),
    project_number: writable.project_number.optional().describe('Number of the copy; the next free one when absent'),
    start_date: ProjectDate.optional().describe(
      'Start of the copy: all dates are shifted by as much, from the earliest one of an original without start; unchanged when absent',
    ),
    include_tasks: z
      .boolean()
      .default(true)
      .describe('Whether tasks with their checklists and dependencies are copied, not only the phases'),
    include_assignments: z.boolean().default(false).describe('Whether the people of the project and its tasks stay assigned'),
    include_teams: z.boolean().default(false).describe('Whether the teams of the project stay assigned'),
  })
  .meta({ id: 'CopyProject' });
export type CopyProject = z.infer<typeof CopyProject>;

export const Project = z
  .object({
    project_id: Id.describe('Identifies the project'),
    ...shownExternalIds,
    ...rowVersion,
    client_id: Id.describe('Client the project is for'),
    client_name: z.string().nullable().describe('Name of that client'),
    project_number: z.string().describe('Number'),
    project_name: z.string().describe('Name'),
    description: z.string().nullable().describe('What the project is about'),
    start_date: Timestamp.nullable().describe('When the work starts'),
    end_date: Timestamp.nullable().describe('When the work ends'),
    wbs_code: z.string().describe('Root of the work breakdown structure; never reused'),
    is_inactive: z.boolean().describe('Whether the project is inactive'),
    status: Id.describe('Status'),
    status_name: z.string().describe('Name of the status'),
    is_closed: z.boolean().describe('Whether the status closes projects'),
    closed_at: Timestamp.nullable().describe('When the project was closed'),
    assigned_to: Id.nullable().describe('User who leads the project'),
    assigned_user_name: z.string().nullable().describe('Name of that user'),
    contact_name_id: Id.nullable().describe('Contact of the client'),
    contact_name: z.string().nullable().describe('Name of that contact'),
    budgeted_hours: forStaff(z.number().nullable().describe('Hours the project may take')),
    actual_hours: z.number().describe('Hours logged on its tasks; 0 for people of the client portal'),
    shared_with_client: z.boolean().describe("Whether the client's people see the project"),
    tags: forStaff(z.array(z.string()).describe('Tags')),
    created_at: Timestamp.describe('When the project was created'),
    updated_at: Timestamp.describe('When the project was last changed'),
    tenant: Id.describe('Tenant of the caller'),
    _links: Links,
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof Project>;

export const ProjectStatistics = z
  .object({
    total_phases: z.int().describe('Phases'),
    total_tasks: z.int().describe('Tasks'),
    completed_tasks: z.int().describe('Tasks that are done'),
    total_estimated_hours: z.number().describe('Hours all tasks are expected to take; 0 for people of the client portal'),
    total_actual_hours: z.number().describe('Hours logged on all tasks; 0 for people of the client portal'),
    progress_percentage: z.int().describe('Done tasks in percent of all; 0 without tasks'),
  })
  .meta({ id: 'ProjectStatistics' });

export const ProjectDetails = Project.extend({
  client: z.object({ client_id: Id, client_name: z.string() }).nullable().describe('The client'),
  contact: z.object({ contact_name_id: Id, full_name: z.string(), email: z.string() }).nullable().describe('The contact'),
  assigned_user: z.object({ user_id: Id, full_name: z.string() }).nullable().describe('The user who leads the project'),
  phases: z.array(ProjectPhase).describe('Its phases in order'),
  statistics: ProjectStatistics.describe('Figures over its phases and tasks'),
}).meta({ id: 'ProjectDetails' });
export type ProjectDetails = z.infer<typeof ProjectDetails>;

export const projectSortColumns = [
  'created_at',
  'updated_at',
  'project_name',
  'project_number',
  'start_date',
  'end_date',
  'budgeted_hours',
  'is_inactive',
  'client_name',
  'status_name',
] as const;

const filter = (longest: number) => z.string().max(longest).optional();

const QueryHours = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,4})?$/, 'must be a number of hours')
  .transform(Number)
  .meta({ override: { type: 'number' } });

export const projectFilters = {
  project_name: filter(255).describe('Part of the name'),
  client_id: Id.optional().describe('Client'),
  status: ProjectStatusReference.optional().describe('Status, by its id or by the word of a standard one'),
  assigned_to: Id.optional().describe('User who leads the project'),
  contact_name_id: Id.optional().describe('Contact'),
  is_inactive: QueryBoolean.optional().describe('true: inactive projects only; false: active ones only'),
  is_active: QueryBoolean.optional().describe('The opposite of `is_inactive`'),
  is_closed: QueryBoolean.optional().describe('Whether the status closes projects'),
  has_assignment: QueryBoolean.optional().describe('Whether anybody leads the project'),
  start_date_from: DateBound.optional().describe('Starts at or after'),
  start_date_to: dateUntil('Starts at or before'),
  end_date_from: DateBound.optional().describe('Ends at or after'),
  end_date_to: dateUntil('Ends at or before'),
  budgeted_hours_min: QueryHours.optional().describe('Budget of at least so many hours'),
  budgeted_hours_max: QueryHours.optional().describe('Budget of at most so many hours'),
  client_name: filter(255).describe('Exact name of the client, whatever its case'),
  contact_name: filter(255).describe('Exact name of the contact, whatever its case'),
  wbs_code: filter(50).describe('Exact code of the work breakdown structure'),
  tags: anyTagFilter,
};

export const ProjectListQuery = listQuery({
  sort: projectSortColumns,
  defaultSort: 'created_at',
  filters: { ...projectFilters, ...externalIdFilter },
});
export type ProjectListQuery = z.infer<typeof ProjectListQuery>;

const selection = {
  status: ProjectStatusReference.optional().describe('Status, by its id or by the word of a standard one'),
  client_ids: queryList(Id).optional().describe('Clients, separated by commas'),
  include_inactive: QueryBoolean.optional().describe('true: inactive projects as well'),
};

export const ProjectSearchQuery = z.object({
  query: z.string().trim().min(1).max(255).describe('Text that must occur in one of the fields, whatever its case'),
  fields: queryList(z.enum(['project_name', 'description', 'wbs_code', 'client_name']))
    .optional()
    .describe('Fields that are searched; name, description and code when absent'),
  ...selection,
  assigned_to_ids: queryList(Id).optional().describe('Users who lead the projects, separated by commas'),
  limit: queryInteger({ min: 1, max: 100, default: 25 }).describe('Max rows'),
});
export type ProjectSearchQuery = z.infer<typeof ProjectSearchQuery>;

/** Columns of the export, in order. */
export const projectExportColumns = [
  'project_id',
  'project_number',
  'project_name',
  'client_id',
  'client_name',
  'status_name',
  'is_closed',
  'start_date',
  'end_date',
  'assigned_user_name',
  'contact_name',
  'budgeted_hours',
  'actual_hours',
  'wbs_code',
  'is_inactive',
  'tags',
  'description',
  'created_at',
  'updated_at',
] as const;

export const ProjectExportQuery = z.object({
  format: z.enum(['csv', 'json']).default('csv').describe('Form of the export'),
  ...selection,
  include_phases: QueryBoolean.optional().describe('true: phases as well; in JSON only'),
  include_tasks: QueryBoolean.optional().describe('true: tasks as well, within their phases; in JSON only'),
  fields: queryList(z.enum(projectExportColumns)).optional().describe('Columns, separated by commas; all when absent'),
});
export type ProjectExportQuery = z.infer<typeof ProjectExportQuery>;

const count = z.int();

export const ProjectStats = z
  .object({
    total_projects: count.describe('All projects'),
    active_projects: count.describe('Projects that are neither closed nor inactive'),
    completed_projects: count.describe('Closed projects, without cancelled ones'),
    on_hold_projects: count.describe('Projects in the standard status On Hold, whatever it is called'),
    cancelled_projects: count.describe('Projects in the standard status Cancelled, whatever it is called'),
    overdue_projects: count.describe('Projects that should have ended and are not closed'),
    projects_by_status: z.record(z.string(), count).describe('Projects by id of the status'),
    projects_by_client: z.record(z.string(), count).describe('Projects by id of the client, the thousand with most'),
    total_budgeted_hours: z.number().describe('Hours all projects may take'),
    total_actual_hours: z.number().describe('Hours logged on all projects'),
    average_project_duration: z.number().nullable().describe('Days from start to close of closed projects; null while none is closed'),
    projects_created_this_month: count.describe('Projects created in the last 30 days'),
    projects_completed_this_month: count.describe('Projects closed in the last 30 days, without cancelled ones'),
  })
  .meta({ id: 'ProjectStats' });
export type ProjectStats = z.infer<typeof ProjectStats>;

export const BulkUpdateProjects = z
  .object({
    projects: z
      .array(z.object({ project_id: Id, data: UpdateProject }))
      .min(1)
      .max(50)
      .describe('Projects with their changes'),
  })
  .meta({ id: 'BulkUpdateProjects' });

const projectIds = z.array(Id).min(1).max(50).describe('Projects');

export const BulkAssignProjects = z
  .object({ project_ids: projectIds, assigned_to: Id.nullish().describe('User who leads them from now on; null or absent to unassign') })
  .meta({ id: 'BulkAssignProjects' });

export const BulkSetProjectStatus = z
  .object({ project_ids: projectIds, status: ProjectStatusReference.describe('Their new status') })
  .meta({ id: 'BulkSetProjectStatus' });
