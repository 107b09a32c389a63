import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../desk-app.ts';
import type { ProjectPhasesTable } from '../project.tables.ts';

export type PhaseRecord = Selectable<ProjectPhasesTable>;

/** The phases of a project in order. */
export function findPhases(db: Db, projectId: string): Promise<PhaseRecord[]> {
  return db.selectFrom('project_phases').selectAll().where('project_id', '=', projectId).orderBy('order_key').execute();
}

/** The phases of several projects, each project's in order. */
export async function findPhasesOf(db: Db, projectIds: readonly string[]): Promise<PhaseRecord[]> {
  if (projectIds.length === 0) return [];
  return db
    .selectFrom('project_phases')
    .selectAll()
    .where('project_id', 'in', [...projectIds])
    .orderBy('order_key')
    .execute();
}

export function findPhase(db: Db, projectId: string, phaseId: string): Promise<PhaseRecord | undefined> {
  return db.selectFrom('project_phases').selectAll().where('phase_id', '=', phaseId).where('project_id', '=', projectId).executeTakeFirst();
}

/** Reads a phase and keeps others from changing it, or the places of its tasks, until the transaction ends. */
export function lockPhase(tx: Tx, projectId: string, phaseId: string): Promise<PhaseRecord | undefined> {
  return tx
    .selectFrom('project_phases')
    .selectAll()
    .where('phase_id', '=', phaseId)
    .where('project_id', '=', projectId)
    .forUpdate()
    .executeTakeFirst();
}

/** Counts a phase of a project, which locks the project's row. @returns its number and root code; undefined when there is no such project */
export function takePhaseNumber(tx: Tx, projectId: string) {
  return tx
    .updateTable('projects')
    .set({ last_phase_number: sql`last_phase_number + 1` })
    .where('project_id', '=', projectId)
    .returning(['wbs_code', 'last_phase_number'])
    .executeTakeFirst();
}

export function insertPhase(tx: Tx, phase: Insertable<ProjectPhasesTable>): Promise<PhaseRecord> {
  return tx.insertInto('project_phases').values(phase).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updatePhaseRow(tx: Tx, phaseId: string, changes: Updateable<ProjectPhasesTable>): Promise<PhaseRecord> {
  return tx
    .updateTable('project_phases')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('phase_id', '=', phaseId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** How many tasks a phase has. */
export async function countTasksOfPhase(tx: Tx, phaseId: string): Promise<number> {
  const { tasks } = await tx
    .selectFrom('project_tasks')
    .select((eb) => eb.fn.countAll<number>().as('tasks'))
    .where('phase_id', '=', phaseId)
    .executeTakeFirstOrThrow();
  return tasks;
}
