import type { ProjectListQuery } from '@psa/contracts-desk';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount, textCondition } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../desk-app.ts';
import { hasProjectStatus } from './project-status/project-status.records.ts';
import { type ProjectRow, projectRows } from './project.records.ts';
import { projectTexts } from './project-texts.tables.ts';

type Condition = RawBuilder<SqlBool>;

const order: ListOrder = {
  columns: {
    created_at: 'projects.created_at',
    updated_at: 'projects.updated_at',
    project_name: 'projects.project_name',
    project_number: 'projects.project_number',
    start_date: 'projects.start_date',
    end_date: 'projects.end_date',
    budgeted_hours: 'projects.budgeted_hours',
    is_inactive: 'projects.is_inactive',
    client_name: 'client_replicas.client_name',
    status_name: 'project_statuses.status_name',
  },
  nullable: new Set(['start_date', 'end_date', 'budgeted_hours', 'client_name']),
  id: { ref: 'projects.project_id', name: 'project_id' },
};

/** The projects a person of a client may see: those of the client that are shared with it. */
export function sharedWith(clientId: string): Condition {
  return sql`(projects.client_id = ${clientId} and projects.shared_with_client)`;
}

/**
 * One page of the projects that pass every filter.
 * @param only the one client whose shared projects the caller may see; all projects when undefined
 */
export async function listProjects(db: Db, query: ProjectListQuery, only?: string): Promise<Page<ProjectRow>> {
  const conditions = filterConditions(query);
  const texts = await Promise.all(
    [query.search, query.project_name]
      .filter((text) => text !== undefined && text !== '')
      .map((text) => textCondition(db, projectTexts, 'projects', text as string, undefined, query.include_total !== false)),
  );
  if (only !== undefined) conditions.push(sharedWith(only));
  const rows = projectRows(db).where((eb) => eb.and([...conditions, ...texts.map(({ perRow }) => perRow)]));
  const total =
    conditions.length + texts.length === 0
      ? () => readRowCount(db, 'projects')
      : async () => {
          const { matching } = await projectRows(db)
            .clearSelect()
            .select(sql<number>`count(*)`.as('matching'))
            .where((eb) => eb.and([...conditions, ...texts.map(({ condition }) => condition)]))
            .executeTakeFirstOrThrow();
          return matching;
        };
  return readPage<ProjectRow>(rows, order, query, total);
}

const contains = (column: string, text: string): Condition => sql`${sql.ref(column)} ilike ${containsPattern(text)}`;
const compares = (column: string, operator: '=' | '>=' | '<=', value: string | boolean | number): Condition =>
  sql`${sql.ref(column)} ${sql.raw(operator)} ${value}`;

function filterConditions(query: ProjectListQuery): Condition[] {
  const conditions: Condition[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => Condition) => {
    if (value !== undefined && value !== '') conditions.push(make(value));
  };
  when(query.search, (text) => sql`(${contains('projects.project_name', text)} or ${contains('projects.description', text)})`);
  when(query.created_from, (from) => compares('projects.created_at', '>=', from));
  when(query.created_to, (to) => compares('projects.created_at', '<=', to));
  when(query.updated_from, (from) => compares('projects.updated_at', '>=', from));
  when(query.updated_to, (to) => compares('projects.updated_at', '<=', to));
  when(query.project_name, (text) => contains('projects.project_name', text));
  when(query.client_id, (id) => compares('projects.client_id', '=', id));
  when(query.status, hasProjectStatus);
  when(query.assigned_to, (id) => compares('projects.assigned_to', '=', id));
  when(query.contact_name_id, (id) => compares('projects.contact_name_id', '=', id));
  when(query.is_inactive, (is) => compares('projects.is_inactive', '=', is));
  when(query.is_active, (is) => compares('projects.is_inactive', '=', !is));
  when(query.is_closed, (is) => compares('project_statuses.is_closed', '=', is));
  when(query.has_assignment, (has) => sql`(projects.assigned_to is not null) = ${has}`);
  when(query.start_date_from, (from) => compares('projects.start_date', '>=', from));
  when(query.start_date_to, (to) => compares('projects.start_date', '<=', to));
  when(query.end_date_from, (from) => compares('projects.end_date', '>=', from));
  when(query.end_date_to, (to) => compares('projects.end_date', '<=', to));
  when(query.budgeted_hours_min, (hours) => compares('projects.budgeted_hours', '>=', hours));
  when(query.budgeted_hours_max, (hours) => compares('projects.budgeted_hours', '<=', hours));
  when(query.client_name, (name) => sql`lower(client_replicas.client_name) = lower(${name})`);
  when(query.contact_name, (name) => sql`lower(contact_replicas.full_name) = lower(${name})`);
  when(query.wbs_code, (code) => compares('projects.wbs_code', '=', code));
  when(query.tags, (tags) => sql`projects.tags && ${tags}::text[]`);
  return conditions;
}
