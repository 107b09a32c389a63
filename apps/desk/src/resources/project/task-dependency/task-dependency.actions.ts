import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { type CreateTaskDependency, type TaskDependency, type TaskDependencyType } from '@psa/contracts-desk';
import { violates } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../desk-app.ts';
import { touchTask } from '../project-task/project-task.actions.ts';
import { findTask } from '../project-task/project-task.records.ts';
import { lockProject } from '../project.records.ts';
import { makesCircle } from './task-dependency.rules.ts';

/** Max dependencies of a task, on either side. */
const MAX_DEPENDENCIES = 100;

/** What a task depends on and what depends on it. @throws NOT_FOUND */
export async function findDependencies(db: Db, taskId: string): Promise<TaskDependency[]> {
  const [task, rows] = await Promise.all([
    findTask(db, taskId),
    dependencyRows(db)
      .where((eb) =>
        eb.or([eb('task_dependencies.predecessor_task_id', '=', taskId), eb('task_dependencies.successor_task_id', '=', taskId)]),
      )
      .orderBy('task_dependencies.dependency_id')
      .execute(),
  ]);
  if (task === undefined) throw notFound('Project task');
  return rows.map(toDependency);
}

/**
 * Makes a task depend on another of its project.
 * @throws NOT_FOUND, VALIDATION_ERROR for a task of another project or a circle, CONFLICT for a second dependency between the two
 */
export function createDependency(db: Db, taskId: string, input: CreateTaskDependency): Promise<TaskDependency> {
  return db.transaction(async (tx) => {
    const known = await findTask(tx, taskId);
    // The project is locked: two dependencies that are added at once cannot close a circle together, and no task is deleted meanwhile.
    if (known === undefined || (await lockProject(tx, known.project_id)) === undefined) throw notFound('Project task');
    const [task, predecessor] = [await findTask(tx, taskId), await findTask(tx, input.predecessor_task_id)];
    if (task === undefined) throw notFound('Project task');
    if (predecessor === undefined || predecessor.project_id !== task.project_id)
      throw invalidField('predecessor_task_id', 'is not a task of the project', 'unknown_reference');
    const edges = await tx
      .selectFrom('task_dependencies')
      .select(['predecessor_task_id', 'successor_task_id'])
      .where('project_id', '=', task.project_id)
      .execute();
    const degree = edges.filter((edge) => edge.successor_task_id === taskId || edge.predecessor_task_id === taskId).length;
    if (degree >= MAX_DEPENDENCIES) throw conflict(`A task has ${MAX_DEPENDENCIES} dependencies at most`);
    if (makesCircle(edges, input.predecessor_task_id, taskId))
      throw invalidField('predecessor_task_id', 'depends on this task itself', 'circular_reference');
    const { dependency_id } = await tx
      .insertInto('task_dependencies')
      .values({
        dependency_id: uuidv7(),
        project_id: task.project_id,
        predecessor_task_id: input.predecessor_task_id,
        successor_task_id: taskId,
        dependency_type: input.dependency_type,
        lag_days: input.lag_days,
        notes: input.notes ?? null,
      })
      .returning('dependency_id')
      .executeTakeFirstOrThrow()
      .catch(pairTaken);
    await touchTask(tx, taskId, 'dependencies');
    return toDependency(await dependencyRows(tx).where('task_dependencies.dependency_id', '=', dependency_id).executeTakeFirstOrThrow());
  });
}

/** Makes a task independent of another. @throws NOT_FOUND */
export function deleteDependency(db: Db, taskId: string, dependencyId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const task = await findTask(tx, taskId);
    if (task === undefined || (await lockProject(tx, task.project_id)) === undefined) throw notFound('Dependency');
    const gone = await tx
      .deleteFrom('task_dependencies')
      .where('dependency_id', '=', dependencyId)
      .where((eb) => eb.or([eb('predecessor_task_id', '=', taskId), eb('successor_task_id', '=', taskId)]))
      .returning('successor_task_id')
      .executeTakeFirst();
    if (gone === undefined) throw notFound('Dependency');
    await touchTask(tx, gone.successor_task_id, 'dependencies');
  });
}

function dependencyRows(db: Db) {
  return db
    .selectFrom('task_dependencies')
    .innerJoin('project_tasks as predecessor', (join) =>
      join
        .onRef('predecessor.tenant', '=', 'task_dependencies.tenant')
        .onRef('predecessor.task_id', '=', 'task_dependencies.predecessor_task_id'),
    )
    .innerJoin('project_tasks as successor', (join) =>
      join
        .onRef('successor.tenant', '=', 'task_dependencies.tenant')
        .onRef('successor.task_id', '=', 'task_dependencies.successor_task_id'),
    )
    .selectAll('task_dependencies')
    .select(['predecessor.task_name as predecessor_task_name', 'successor.task_name as successor_task_name']);
}

type DependencyRow = Awaited<ReturnType<ReturnType<typeof dependencyRows>['executeTakeFirstOrThrow']>>;

function toDependency(row: DependencyRow): TaskDependency {
  return {
    dependency_id: row.dependency_id,
    predecessor_task_id: row.predecessor_task_id,
    predecessor_task_name: row.predecessor_task_name,
    successor_task_id: row.successor_task_id,
    successor_task_name: row.successor_task_name,
    dependency_type: row.dependency_type as TaskDependencyType,
    lag_days: row.lag_days,
    notes: row.notes,
    created_at: row.created_at,
    tenant: row.tenant,
  };
}

function pairTaken(error: unknown): never {
  if (!violates(error, 'task_dependencies_pair')) throw error;
  throw conflict('The task depends on this one already', [
    { code: 'duplicate', path: ['predecessor_task_id'], message: 'is a task it depends on already' },
  ]);
}
