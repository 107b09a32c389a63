import { projectEvents, projectTaskEvents } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../../desk-app.ts';
import { requireProjectStatus } from '../project-status/project-status.records.ts';
import { factsOf as taskFactsOf } from '../project-task/project-task.actions.ts';
import { findTask, lockTask, updateTaskRow } from '../project-task/project-task.records.ts';
import { factsOf } from '../project.actions.ts';
import { lockProject, updateProjectRow } from '../project.records.ts';
import { loggedMinutes } from './task-time.records.ts';

/** A time entry as far as a task counts it. */
export interface TaskTime {
  readonly entry_id: string;
  readonly task_id: string;
  readonly minutes: number;
  /** It was deleted, or moved off the task. */
  readonly is_deleted: boolean;
  readonly version: number;
}

/** Counts a time entry on its task and its project, unless something newer is known of it. */
export async function keepTaskTime(tx: Tx, { entry_id, task_id, minutes, is_deleted, version }: TaskTime): Promise<void> {
  const known = await tx.selectFrom('task_time_entries').selectAll().where('entry_id', '=', entry_id).forUpdate().executeTakeFirst();
  if (known !== undefined && known.version >= version) return;
  await tx
    .insertInto('task_time_entries')
    .values({ entry_id, task_id, minutes, is_deleted, version })
    .onConflict((row) =>
      row
        .columns(['tenant', 'entry_id'])
        .doUpdateSet({ task_id, minutes, is_deleted, version })
        .where('task_time_entries.version', '<', version),
    )
    .execute();
  if (known !== undefined && known.task_id !== task_id) await sumTask(tx, known.task_id);
  await sumTask(tx, task_id);
}

/** Sums what is logged on a task, and on all tasks of its project, anew. */
async function sumTask(tx: Tx, taskId: string): Promise<void> {
  const known = await findTask(tx, taskId);
  // The project first, as everywhere.
  const project = known && (await lockProject(tx, known.project_id));
  const task = project && (await lockTask(tx, taskId));
  if (project === undefined || task === undefined) return;
  const minutes = await loggedMinutes(tx, taskId);
  const difference = minutes - task.actual_minutes;
  if (difference === 0) return;
  const row = await updateTaskRow(tx, taskId, { actual_minutes: minutes });
  const mapping = { status_name: known?.status_name ?? '', is_closed: known?.is_closed ?? false };
  emit(tx, projectTaskEvents.updated, { ...(await taskFactsOf(tx, row, mapping)), changed: ['actual_hours'] }, row.version);
  const changed = await updateProjectRow(tx, project.project_id, { actual_minutes: project.actual_minutes + difference });
  const status = await requireProjectStatus(tx, changed.status_id);
  emit(tx, projectEvents.updated, { ...factsOf(changed, status), changed: ['actual_hours'] }, changed.version);
}
