import type { ProjectExportQuery, ProjectSearchQuery } from '@psa/contracts-desk';
import { containsPattern, textCondition } from '@psa/postgres-kit';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../desk-app.ts';
import { hasProjectStatus } from './project-status/project-status.records.ts';
import { clientsNamed } from '../../replicas/client-replica.ts';
import { type ProjectRow, projectRows } from './project.records.ts';
import { projectTexts } from './project-texts.tables.ts';

const COLUMNS = {
  project_name: 'projects.project_name',
  description: 'projects.description',
  wbs_code: 'projects.wbs_code',
} as const;

const DEFAULT_FIELDS = ['project_name', 'description', 'wbs_code'] as const;

/** Projects with the text in one of the fields, by name. */
export async function searchProjects(db: Db, query: ProjectSearchQuery): Promise<ProjectRow[]> {
  const fields: readonly (keyof typeof COLUMNS | 'client_name')[] = query.fields ?? DEFAULT_FIELDS;
  const own = fields.filter((field) => field !== 'client_name');
  const [texts, clients] = await Promise.all([
    own.length === 0 ? undefined : textCondition(db, projectTexts, 'projects', query.query, undefined, false),
    fields.includes('client_name') ? clientsNamed(db, query.query) : [],
  ]);
  let rows = selectedProjects(db, query).where((eb) =>
    eb.or([
      ...(texts === undefined
        ? []
        : [eb.and([texts.condition, eb.or(own.map((field) => eb(COLUMNS[field], 'ilike', containsPattern(query.query))))])]),
      ...(clients.length === 0 ? [] : [eb('projects.client_id', 'in', clients)]),
    ]),
  );
  if (query.assigned_to_ids !== undefined) rows = rows.where('projects.assigned_to', 'in', query.assigned_to_ids);
  return rows.orderBy('projects.project_name').orderBy('projects.project_id').limit(query.limit).execute();
}

/** Projects with the status and at any of the clients, without inactive ones unless asked for. */
function selectedProjects(db: Db, selection: Pick<ProjectExportQuery, 'status' | 'client_ids' | 'include_inactive'>) {
  const { status, client_ids, include_inactive } = selection;
  let rows = projectRows(db);
  if (status !== undefined) rows = rows.where(hasProjectStatus(status));
  if (client_ids !== undefined) rows = rows.where('projects.client_id', 'in', client_ids);
  if (include_inactive !== true) rows = rows.where('projects.is_inactive', '=', false);
  return rows;
}

const PAGE = 500;

/** All projects an export selects, oldest first, in keyset pages: neither side holds more than one page. */
export async function* exportedProjects(db: Db, query: ProjectExportQuery): AsyncGenerator<ProjectRow[]> {
  let after: ProjectRow | undefined;
  for (;;) {
    let rows = selectedProjects(db, query).orderBy('projects.created_at').orderBy('projects.project_id').limit(PAGE);
    if (after !== undefined)
      rows = rows.where(sql<SqlBool>`(projects.created_at, projects.project_id) > (${after.created_at}, ${after.project_id}::uuid)`);
    const page = await rows.execute();
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
}
