import { projectTaskEvents, type ProjectTaskFacts } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../../desk-app.ts';
import { removeTagsOf } from '../../tag/sync-tags.actions.ts';
import { findMappings } from '../task-status-mapping/task-status-mapping.records.ts';
import { factsIn } from './project-task.actions.ts';
import { touchTasksOf } from './project-task.records.ts';

type ProjectFacts = Pick<ProjectTaskFacts, 'project_id' | 'project_name' | 'client_id'>;

/** Members of a project that are published with each of its tasks. */
const PUBLISHED_WITH_TASKS: ReadonlySet<string> = new Set(['client_id', 'project_name'] satisfies (keyof ProjectFacts)[]);

/**
 * Publishes the tasks of a locked project, of which there are MAX_TASKS at most, when something changed that they are published with.
 * A task that is created meanwhile waits for the lock, and has what is new.
 */
export async function publishTasksOf(tx: Tx, project: ProjectFacts, changed: readonly string[]): Promise<void> {
  const concerned = changed.filter((member) => PUBLISHED_WITH_TASKS.has(member));
  if (concerned.length === 0) return;
  const { project_id } = project;
  const tasks = await touchTasksOf(tx, project_id);
  const mappings = new Map((await findMappings(tx, project_id)).map((mapping) => [mapping.project_status_mapping_id, mapping]));
  for (const task of tasks) {
    const { status_name = '', is_closed = false } = mappings.get(task.project_status_mapping_id) ?? {};
    emit(tx, projectTaskEvents.updated, { ...factsIn(project, task, { status_name, is_closed }), changed: concerned }, task.version);
  }
}

/** Deletes the tasks of a locked project with their tags. */
export async function deleteTasksOf(tx: Tx, project_id: string): Promise<void> {
  const tasks = await tx.deleteFrom('project_tasks').where('project_id', '=', project_id).returning(['task_id', 'version']).execute();
  await removeTagsOf(
    tx,
    'project_task',
    tasks.map(({ task_id }) => task_id),
  );
  for (const { task_id, version } of tasks) emit(tx, projectTaskEvents.deleted, { task_id, project_id }, version + 1);
}
