import { type Selectable, sql, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../desk-app.ts';
import type { TaskStatusMappingsTable } from '../project.tables.ts';

export type MappingRecord = Selectable<TaskStatusMappingsTable>;
export type MappingChanges = Updateable<TaskStatusMappingsTable>;

const STANDARD = [
  { status_name: 'To Do', is_closed: false },
  { status_name: 'In Progress', is_closed: false },
  { status_name: 'In Review', is_closed: false },
  { status_name: 'Blocked', is_closed: false },
  { status_name: 'Done', is_closed: true },
] as const;

/** Gives a new project the standard status columns. */
export async function insertStandardMappings(tx: Tx, projectId: string): Promise<void> {
  await tx
    .insertInto('task_status_mappings')
    .values(
      STANDARD.map((status, index) => ({
        project_status_mapping_id: uuidv7(),
        project_id: projectId,
        phase_id: null,
        is_standard: true,
        ...status,
        display_order: index + 1,
        is_visible: true,
      })),
    )
    .execute();
}

/** The status columns of a project in order. */
export function findMappings(db: Db, projectId: string): Promise<MappingRecord[]> {
  return db
    .selectFrom('task_status_mappings')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('display_order')
    .orderBy('project_status_mapping_id')
    .execute();
}

/** The columns tasks of a phase may stand in: its own if it has any, else the project's. They cannot be deleted until the transaction ends. */
export async function mappingsInScope(tx: Tx, projectId: string, phaseId: string): Promise<MappingRecord[]> {
  const all = await tx
    .selectFrom('task_status_mappings')
    .selectAll()
    .where('project_id', '=', projectId)
    .where(sql<boolean>`coalesce(phase_id, ${phaseId}::uuid) = ${phaseId}::uuid`)
    .orderBy('display_order')
    .orderBy('project_status_mapping_id')
    .forKeyShare()
    .execute();
  const own = all.filter(({ phase_id }) => phase_id !== null);
  return own.length > 0 ? own : all;
}

/** How many tasks stand in a column. */
export async function countTasksOfMapping(tx: Tx, mappingId: string): Promise<number> {
  const { tasks } = await tx
    .selectFrom('project_tasks')
    .select((eb) => eb.fn.countAll<number>().as('tasks'))
    .where('project_status_mapping_id', '=', mappingId)
    .executeTakeFirstOrThrow();
  return tasks;
}

export function updateMappingRow(tx: Tx, mappingId: string, changes: MappingChanges): Promise<MappingRecord> {
  return tx
    .updateTable('task_status_mappings')
    .set({ ...changes, updated_at: sql`now()` })
    .where('project_status_mapping_id', '=', mappingId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
