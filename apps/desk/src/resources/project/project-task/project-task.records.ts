import type { TenantBuilder } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../desk-app.ts';
import type { Tables } from '../../../tables.ts';
import type { ProjectTasksTable } from '../project.tables.ts';

export type TaskRecord = Selectable<ProjectTasksTable>;

/** A task with the names it is shown with. */
export type TaskRow = TaskRecord & {
  status_name: string;
  is_closed: boolean;
  assigned_user_name: string | null;
  priority_name: string | null;
};

/** Max tasks of a project: they are listed whole. */
export const MAX_TASKS = 1000;

/** Tasks with the names they are shown with: the base of every read. */
export function taskRows(db: TenantBuilder<Tables>) {
  return db
    .selectFrom('project_tasks')
    .innerJoin('task_status_mappings', (join) =>
      join
        .onRef('task_status_mappings.tenant', '=', 'project_tasks.tenant')
        .onRef('task_status_mappings.project_status_mapping_id', '=', 'project_tasks.project_status_mapping_id'),
    )
    .leftJoin('user_replicas', (join) =>
      join.onRef('user_replicas.tenant', '=', 'project_tasks.tenant').onRef('user_replicas.user_id', '=', 'project_tasks.assigned_to'),
    )
    .leftJoin('priorities', (join) =>
      join.onRef('priorities.tenant', '=', 'project_tasks.tenant').onRef('priorities.priority_id', '=', 'project_tasks.priority_id'),
    )
    .selectAll('project_tasks')
    .select([
      'priorities.priority_name',
      'task_status_mappings.status_name',
      'task_status_mappings.is_closed',
      'user_replicas.full_name as assigned_user_name',
    ]);
}

export function findTask(db: Db, taskId: string): Promise<TaskRow | undefined> {
  return taskRows(db).where('project_tasks.task_id', '=', taskId).executeTakeFirst();
}

/** The tasks of a phase in order. */
export function findTasksOfPhase(db: Db, phaseId: string): Promise<TaskRow[]> {
  return taskRows(db).where('project_tasks.phase_id', '=', phaseId).orderBy('project_tasks.order_key').limit(MAX_TASKS).execute();
}

/** The tasks of a project, phase by phase in order. */
export function findTasksOfProject(db: Db, projectId: string): Promise<TaskRow[]> {
  return taskRows(db)
    .innerJoin('project_phases', (join) =>
      join.onRef('project_phases.tenant', '=', 'project_tasks.tenant').onRef('project_phases.phase_id', '=', 'project_tasks.phase_id'),
    )
    .where('project_tasks.project_id', '=', projectId)
    .orderBy('project_phases.order_key')
    .orderBy('project_tasks.order_key')
    .limit(MAX_TASKS)
    .execute();
}

/** The tasks of several projects, each phase's in order. */
export async function findTasksOf(db: Db, projectIds: readonly string[]): Promise<TaskRow[]> {
  if (projectIds.length === 0) return [];
  return taskRows(db)
    .where('project_tasks.project_id', 'in', [...projectIds])
    .orderBy('project_tasks.order_key')
    .execute();
}

/** Reads a task and keeps others from changing it until the transaction ends. */
export function lockTask(tx: Tx, taskId: string): Promise<TaskRecord | undefined> {
  return tx.selectFrom('project_tasks').selectAll().where('task_id', '=', taskId).forUpdate().executeTakeFirst();
}

/** Counts a task of a phase, which locks the phase's row. @returns its number and root code; undefined when there is no such phase */
export function takeTaskNumber(tx: Tx, projectId: string, phaseId: string) {
  return tx
    .updateTable('project_phases')
    .set({ last_task_number: sql`last_task_number + 1` })
    .where('phase_id', '=', phaseId)
    .where('project_id', '=', projectId)
    .returning(['wbs_code', 'last_task_number'])
    .executeTakeFirst();
}

/** Ids and places of the tasks of a phase in order. */
export function findTaskPlaces(tx: Tx, phaseId: string): Promise<{ task_id: string; order_key: string }[]> {
  return tx.selectFrom('project_tasks').select(['task_id', 'order_key']).where('phase_id', '=', phaseId).orderBy('order_key').execute();
}

export async function countTasksOfProject(tx: Tx, projectId: string): Promise<number> {
  const { tasks } = await tx
    .selectFrom('project_tasks')
    .select((eb) => eb.fn.countAll<number>().as('tasks'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return tasks;
}

export function insertTask(tx: Tx, task: Insertable<ProjectTasksTable>): Promise<TaskRecord> {
  return tx.insertInto('project_tasks').values(task).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateTaskRow(tx: Tx, taskId: string, changes: Updateable<ProjectTasksTable>): Promise<TaskRecord> {
  return tx
    .updateTable('project_tasks')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('task_id', '=', taskId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Raises the versions of all tasks of a project. */
export function touchTasksOf(tx: Tx, projectId: string): Promise<TaskRecord[]> {
  return tx
    .updateTable('project_tasks')
    .set({ version: sql`version + 1`, updated_at: sql`now()` })
    .where('project_id', '=', projectId)
    .returningAll()
    .execute();
}

/** How many time entries are on a task. */
export async function countTimeEntries(tx: Tx, taskId: string): Promise<number> {
  const { entries } = await tx
    .selectFrom('task_time_entries')
    .select((eb) => eb.fn.countAll<number>().as('entries'))
    .where('task_id', '=', taskId)
    .where('is_deleted', '=', false)
    .executeTakeFirstOrThrow();
  return entries;
}

/** Holds a priority of tasks until the transaction ends. @returns whether there is such a one */
export async function holdTaskPriority(tx: Tx, priorityId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('priorities')
    .select('priority_id')
    .where('priority_id', '=', priorityId)
    .where('item_type', '=', 'project_task')
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}
