import { addToRowCount, statement, type TenantBuilder } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import type { Tables } from '../../tables.ts';
import type { ProjectsTable } from './project.tables.ts';

export type ProjectRecord = Selectable<ProjectsTable>;

/** A project with the names it is shown with. */
export type ProjectRow = ProjectRecord & {
  status_name: string;
  is_closed: boolean;
  client_name: string | null;
  contact_name: string | null;
  contact_email: string | null;
  assigned_user_name: string | null;
};

/** Projects with the names they are shown with: the base of every read. */
export function projectRows(db: TenantBuilder<Tables>) {
  return db
    .selectFrom('projects')
    .innerJoin('project_statuses', (join) =>
      join.onRef('project_statuses.tenant', '=', 'projects.tenant').onRef('project_statuses.status_id', '=', 'projects.status_id'),
    )
    .leftJoin('client_replicas', (join) =>
      join.onRef('client_replicas.tenant', '=', 'projects.tenant').onRef('client_replicas.client_id', '=', 'projects.client_id'),
    )
    .leftJoin('contact_replicas', (join) =>
      join
        .onRef('contact_replicas.tenant', '=', 'projects.tenant')
        .onRef('contact_replicas.contact_name_id', '=', 'projects.contact_name_id'),
    )
    .leftJoin('user_replicas', (join) =>
      join.onRef('user_replicas.tenant', '=', 'projects.tenant').onRef('user_replicas.user_id', '=', 'projects.assigned_to'),
    )
    .selectAll('projects')
    .select([
      'project_statuses.status_name',
      'project_statuses.is_closed',
      'client_replicas.client_name',
      'contact_replicas.full_name as contact_name',
      'contact_replicas.email as contact_email',
      'user_replicas.full_name as assigned_user_name',
    ]);
}

const findStatement = statement<Tables>()((db, p: { project_id: string }) =>
  projectRows(db).where('projects.project_id', '=', p.project_id),
);

export function findProject(db: Db, projectId: string): Promise<ProjectRow | undefined> {
  return db.first(findStatement, { project_id: projectId });
}

/** Reads a project and keeps others from changing it, its phases' places or its tasks' dependencies until the transaction ends. */
export function lockProject(tx: Tx, projectId: string): Promise<ProjectRecord | undefined> {
  return tx.selectFrom('projects').selectAll().where('project_id', '=', projectId).forUpdate().executeTakeFirst();
}

/** Whether a project exists; it cannot be deleted until the transaction ends. */
export async function holdProject(tx: Tx, projectId: string): Promise<boolean> {
  const row = await tx.selectFrom('projects').select('project_id').where('project_id', '=', projectId).forKeyShare().executeTakeFirst();
  return row !== undefined;
}

/** The next number of a sequence; it is never given again. */
export async function nextNumber(tx: Tx, name: 'project' | 'wbs'): Promise<number> {
  const { last_number } = await tx
    .insertInto('project_sequences')
    .values({ name, last_number: 1 })
    .onConflict((row) => row.columns(['tenant', 'name']).doUpdateSet({ last_number: sql`project_sequences.last_number + 1` }))
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return last_number;
}

/** Whether a project of the tenant has the number, whatever its case. */
export async function isNumberTaken(tx: Tx, projectNumber: string): Promise<boolean> {
  const row = await tx
    .selectFrom('projects')
    .select('project_id')
    .where(sql`lower(project_number)`, '=', projectNumber.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertProject(tx: Tx, project: Insertable<ProjectsTable>): Promise<ProjectRecord> {
  const row = await tx.insertInto('projects').values(project).returningAll().executeTakeFirstOrThrow();
  addToRowCount(tx, 'projects', 1);
  return row;
}

/** Writes the changes and raises the version. */
export function updateProjectRow(tx: Tx, projectId: string, changes: Updateable<ProjectsTable>): Promise<ProjectRecord> {
  return tx
    .updateTable('projects')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('project_id', '=', projectId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a project whose tasks and phases are gone; what else belongs to it goes by foreign keys. */
export async function deleteProjectRow(tx: Tx, projectId: string): Promise<void> {
  await tx.deleteFrom('projects').where('project_id', '=', projectId).execute();
  addToRowCount(tx, 'projects', -1);
}

/** Ids of the tasks of a project, whose number is bounded. */
export async function taskIdsOf(db: Db, projectId: string): Promise<string[]> {
  const rows = await db.selectFrom('project_tasks').select('task_id').where('project_id', '=', projectId).execute();
  return rows.map(({ task_id }) => task_id);
}

/** How many time entries are on the tasks of a project. */
export async function countTimeEntriesOfProject(db: Db, projectId: string): Promise<number> {
  const { entries } = await db
    .selectFrom('task_time_entries')
    .innerJoin('project_tasks', (join) =>
      join.onRef('project_tasks.tenant', '=', 'task_time_entries.tenant').onRef('project_tasks.task_id', '=', 'task_time_entries.task_id'),
    )
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .where('project_tasks.project_id', '=', projectId)
    .where('task_time_entries.is_deleted', '=', false)
    .executeTakeFirstOrThrow();
  return entries;
}

/** Figures over the tasks of a project. */
export function taskFigures(db: Db, projectId: string) {
  return db
    .selectFrom('project_tasks')
    .select([
      sql<number>`count(*)`.as('total_tasks'),
      sql<number>`count(*) filter (where completed_at is not null)`.as('completed_tasks'),
      sql<number>`coalesce(sum(estimated_hours), 0)`.as('estimated_hours'),
      sql<number>`coalesce(sum(actual_minutes), 0)`.as('actual_minutes'),
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
}

/** The earliest date of what happens in a project; null when it has none. */
export async function earliestDateOf(db: Db, { project_id, end_date }: ProjectRecord, withTasks: boolean): Promise<string | null> {
  const [phases, tasks] = await Promise.all([
    db
      .selectFrom('project_phases')
      .select(sql<string | null>`least(min(start_date), min(end_date))`.as('date'))
      .where('project_id', '=', project_id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('project_tasks')
      .select(sql<string | null>`min(due_date)`.as('date'))
      .where('project_id', '=', project_id)
      .executeTakeFirstOrThrow(),
  ]);
  const dates = [end_date, phases.date, withTasks ? tasks.date : null].filter((date) => date !== null);
  return dates.sort((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null;
}

/** Some of the projects that name a contact, in the order in which they are locked. @param limit how many at most */
export async function findProjectsOfContact(tx: Tx, contactId: string, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('projects')
    .select('project_id')
    .where('contact_name_id', '=', contactId)
    .orderBy('project_id')
    .limit(limit)
    .execute();
  return rows.map(({ project_id }) => project_id);
}
