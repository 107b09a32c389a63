import { assertNoDependencies, conflict, dependency, invalidField, notFound } from '@psa/contract-kit';
import {
  type CreateProjectTask,
  type MoveProjectTask,
  projectTaskEvents,
  type ProjectTaskFacts,
  type UpdateProjectTask,
} from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../../desk-app.ts';
import { orderKeyAfter, orderKeyBetween } from '../../../order-key.ts';
import { requireAssignee } from '../../../replicas/user-replica.ts';
import { lockProject } from '../project.records.ts';
import { removeTagsOf, syncTags } from '../../tag/sync-tags.actions.ts';
import { holdTaskType } from '../../reference-type/reference-type.records.ts';
import { ensureStandardSet } from '../../standard-set/standard-set.actions.ts';
import { type MappingRecord, mappingsInScope } from '../task-status-mapping/task-status-mapping.records.ts';
import {
  countTasksOfProject,
  countTimeEntries,
  findTask,
  findTaskPlaces,
  holdTaskPriority,
  insertTask,
  lockTask,
  MAX_TASKS,
  takeTaskNumber,
  type TaskRecord,
  updateTaskRow,
} from './project-task.records.ts';

/** Creates a task, behind the last of its phase. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when the project is full */
export async function createTask(db: Db, ports: Ports, projectId: string, phaseId: string, input: CreateProjectTask): Promise<TaskRecord> {
  await ensureStandardSet(db);
  if (input.assigned_to) await requireAssignee(db, ports, input.assigned_to);
  return db.transaction((tx) => createTaskIn(tx, projectId, phaseId, input));
}

/** Creates a task whose references to other services were checked. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when the project is full */
export async function createTaskIn(tx: Tx, projectId: string, phaseId: string, input: CreateProjectTask): Promise<TaskRecord> {
  // Counting locks the phase: two tasks that are added at once get two places.
  const place = await takeTaskNumber(tx, projectId, phaseId);
  if (place === undefined) throw notFound('Project phase');
  if ((await countTasksOfProject(tx, projectId)) >= MAX_TASKS) throw conflict(`A project has ${MAX_TASKS} tasks at most`);
  const [mapping, places] = await Promise.all([
    requireMapping(tx, projectId, phaseId, input.project_status_mapping_id),
    findTaskPlaces(tx, phaseId),
  ]);
  await requirePriority(tx, input.priority_id);
  await requireTaskType(tx, input.task_type_key);
  const row = await insertTask(tx, {
    task_id: uuidv7(),
    project_id: projectId,
    phase_id: phaseId,
    task_name: input.task_name,
    description: input.description ?? null,
    assigned_to: input.assigned_to ?? null,
    estimated_hours: input.estimated_hours ?? null,
    due_date: input.due_date ?? null,
    priority_id: input.priority_id ?? null,
    task_type_key: input.task_type_key,
    project_status_mapping_id: mapping.project_status_mapping_id,
    completed_at: mapping.is_closed ? new Date().toISOString() : null,
    wbs_code: `${place.wbs_code}.${place.last_task_number}`,
    order_key: orderKeyAfter(places.at(-1)?.order_key ?? null),
    tags: input.tags,
  });
  await syncTags(tx, 'project_task', row.task_id, row.tags);
  emit(tx, projectTaskEvents.created, await factsOf(tx, row, mapping), row.version);
  return row;
}

/** Changes a task. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR */
export async function updateTask(db: Db, ports: Ports, taskId: string, input: UpdateProjectTask, accepted?: Accepted): Promise<void> {
  const known = await findTask(db, taskId);
  if (known === undefined) throw notFound('Project task');
  if (input.assigned_to && input.assigned_to !== known.assigned_to) await requireAssignee(db, ports, input.assigned_to);
  await db.transaction((tx) => changeTask(tx, taskId, input, accepted));
}

/** Changes a task whose references were checked. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR */
export async function changeTask(tx: Tx, taskId: string, input: UpdateProjectTask, accepted?: Accepted): Promise<void> {
  const previous = await lockTask(tx, taskId);
  if (previous === undefined) throw notFound('Project task');
  demandVersion(accepted, previous.version);
  const changes: Partial<TaskRecord> = changedMembers(previous, input);
  const changed = Object.keys(changes);
  if (changed.length === 0) return;
  const { project_id, phase_id } = previous;
  const before = await requireMapping(tx, project_id, phase_id, previous.project_status_mapping_id, true);
  const mapping =
    changes.project_status_mapping_id === undefined
      ? before
      : await requireMapping(tx, project_id, phase_id, changes.project_status_mapping_id);
  if (mapping.is_closed !== before.is_closed) changes.completed_at = mapping.is_closed ? new Date().toISOString() : null;
  await requirePriority(tx, changes.priority_id);
  await requireTaskType(tx, changes.task_type_key);
  const row = await updateTaskRow(tx, taskId, changes);
  if (changes.tags !== undefined) await syncTags(tx, 'project_task', taskId, changes.tags);
  const facts = await factsOf(tx, row, mapping);
  emit(tx, projectTaskEvents.updated, { ...facts, changed }, row.version);
  if (mapping !== before) emit(tx, projectTaskEvents.statusChanged, { ...facts, previous_status_name: before.status_name }, row.version);
  if (row.assigned_to !== previous.assigned_to)
    emit(tx, projectTaskEvents.assigned, { ...facts, previous_assigned_to: previous.assigned_to }, row.version);
  if (mapping.is_closed && !before.is_closed) emit(tx, projectTaskEvents.completed, facts, row.version);
}

/** Puts a task behind another one, in its own phase or in another of the project. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, CONFLICT */
export async function moveTask(db: Db, taskId: string, { phase_id, after_task_id }: MoveProjectTask, accepted: Accepted): Promise<void> {
  await db.transaction(async (tx) => {
    const known = await findTask(tx, taskId);
    // The project first, as everywhere: moves between phases would otherwise wait for each other.
    if (known === undefined || (await lockProject(tx, known.project_id)) === undefined) throw notFound('Project task');
    const phaseId = phase_id ?? known.phase_id;
    const phase = await tx
      .selectFrom('project_phases')
      .select('phase_id')
      .where('phase_id', '=', phaseId)
      .where('project_id', '=', known.project_id)
      .forUpdate()
      .executeTakeFirst();
    if (phase === undefined) throw invalidField('phase_id', 'is not a phase of the project', 'unknown_reference');
    const previous = await lockTask(tx, taskId);
    if (previous === undefined) throw notFound('Project task');
    demandVersion(accepted, previous.version);
    const siblings = (await findTaskPlaces(tx, phaseId)).filter(({ task_id }) => task_id !== taskId);
    const behind = siblings.findIndex(({ task_id }) => task_id === after_task_id);
    if (after_task_id !== null && behind < 0) throw invalidField('after_task_id', 'is not another task of the phase', 'unknown_reference');
    const [before, after] = [siblings[behind]?.order_key ?? null, siblings[behind + 1]?.order_key ?? null];
    const { order_key } = previous;
    if (phaseId === previous.phase_id && (before === null || before < order_key) && (after === null || order_key < after)) return;
    const mapping = await mappingAfterMove(tx, previous, phaseId);
    // Its code says which phase it is in.
    const place = phaseId === previous.phase_id ? undefined : await takeTaskNumber(tx, previous.project_id, phaseId);
    const row = await updateTaskRow(tx, taskId, {
      phase_id: phaseId,
      ...(place !== undefined && { wbs_code: `${place.wbs_code}.${place.last_task_number}` }),
      order_key: orderKeyBetween(before, after),
      project_status_mapping_id: mapping.project_status_mapping_id,
    });
    const changed = phaseId === previous.phase_id ? ['order_key'] : ['phase_id', 'order_key'];
    emit(tx, projectTaskEvents.updated, { ...(await factsOf(tx, row, mapping)), changed }, row.version);
  });
}

/** Deletes a task with its checklist and dependencies. @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT while time is logged on it */
export async function deleteTask(db: Db, ports: Ports, taskId: string, accepted: Accepted): Promise<void> {
  const known = await findTask(db, taskId);
  if (known === undefined) throw notFound('Project task');
  // Ahead of the transaction, which must not hold a lock while it waits.
  const uses = await ports.timeEntries.countUses(db.context, 'project_task', [taskId]);
  await db.transaction(async (tx) => {
    // The project first: nothing is made to depend on a task that is being deleted.
    await lockProject(tx, known.project_id);
    const row = await lockTask(tx, taskId);
    if (row === undefined) throw notFound('Project task');
    demandVersion(accepted, row.version);
    const entries = Math.max(uses.time_entries, await countTimeEntries(tx, taskId));
    assertNoDependencies('task', [
      dependency('time_entry', entries, 'time entry', 'time entries'),
      dependency('schedule_entry', uses.schedule_entries, 'schedule entry', 'schedule entries'),
    ]);
    await removeTagsOf(tx, 'project_task', [taskId]);
    // The ticket stays with the project.
    await tx.updateTable('project_ticket_links').set({ task_id: null }).where('task_id', '=', taskId).execute();
    await tx.deleteFrom('project_tasks').where('task_id', '=', taskId).execute();
    emit(tx, projectTaskEvents.deleted, { task_id: taskId, project_id: row.project_id }, row.version + 1);
  });
}

/** Tells that something that belongs to a task was changed. @param member such as `dependencies` */
export async function touchTask(tx: Tx, taskId: string, member: string): Promise<void> {
  const known = await findTask(tx, taskId);
  if (known === undefined) return;
  const row = await updateTaskRow(tx, taskId, {});
  emit(tx, projectTaskEvents.updated, { ...(await factsOf(tx, row, known)), changed: [member] }, row.version);
}

async function requirePriority(tx: Tx, priorityId: string | null | undefined): Promise<void> {
  if (priorityId && !(await holdTaskPriority(tx, priorityId)))
    throw invalidField('priority_id', 'is not a priority of tasks', 'unknown_reference');
}

/** The type of tasks that name none; it needs no entry in the list of types. */
const GENERAL = 'general';

async function requireTaskType(tx: Tx, typeKey: string | undefined): Promise<void> {
  if (typeKey !== undefined && typeKey !== GENERAL && !(await holdTaskType(tx, typeKey)))
    throw invalidField('task_type_key', 'is not a type of tasks', 'unknown_reference');
}

/**
 * The status column a task may stand in; it cannot be deleted until the transaction ends.
 * @param mappingId the first open one when undefined
 * @param isThere the task stands in it already, whatever columns its phase has got since
 */
async function requireMapping(
  tx: Tx,
  projectId: string,
  phaseId: string,
  mappingId: string | undefined,
  isThere = false,
): Promise<MappingRecord> {
  if (isThere)
    return tx
      .selectFrom('task_status_mappings')
      .selectAll()
      .where('project_status_mapping_id', '=', mappingId as string)
      .executeTakeFirstOrThrow();
  const inScope = await mappingsInScope(tx, projectId, phaseId);
  const mapping =
    mappingId === undefined
      ? inScope.find(({ is_closed }) => !is_closed)
      : inScope.find(({ project_status_mapping_id }) => project_status_mapping_id === mappingId);
  if (mapping !== undefined) return mapping;
  throw invalidField('project_status_mapping_id', 'is not a status column for this phase', 'unknown_reference');
}

/** The column a task keeps; in a phase with columns of its own, one of the same name or the first that is as open or closed. */
async function mappingAfterMove(tx: Tx, task: TaskRecord, phaseId: string): Promise<MappingRecord> {
  const current = await requireMapping(tx, task.project_id, task.phase_id, task.project_status_mapping_id, true);
  const inScope = await mappingsInScope(tx, task.project_id, phaseId);
  const alike = inScope.filter(({ is_closed }) => is_closed === current.is_closed);
  const mapping =
    inScope.find(({ project_status_mapping_id }) => project_status_mapping_id === task.project_status_mapping_id) ??
    alike.find(({ status_name }) => status_name.toLowerCase() === current.status_name.toLowerCase()) ??
    alike[0];
  if (mapping !== undefined) return mapping;
  throw conflict(`The phase has no ${current.is_closed ? 'closed' : 'open'} status column`);
}

/** What other services keep of a task. */
export async function factsOf(tx: Tx, row: TaskRecord, mapping: Status): Promise<ProjectTaskFacts> {
  const project = await tx
    .selectFrom('projects')
    .select(['project_name', 'client_id'])
    .where('project_id', '=', row.project_id)
    .executeTakeFirstOrThrow();
  return factsIn(project, row, mapping);
}

/** The same of a task whose project was read. */
export function factsIn(
  { project_name, client_id }: Pick<ProjectTaskFacts, 'project_name' | 'client_id'>,
  { task_id, task_name, phase_id, project_id, assigned_to, due_date }: Omit<ProjectTaskFacts, 'project_name' | 'client_id' | keyof Status>,
  { status_name, is_closed }: Status,
): ProjectTaskFacts {
  return { task_id, task_name, phase_id, project_id, project_name, client_id, assigned_to, due_date, status_name, is_closed };
}

type Status = Pick<MappingRecord, 'status_name' | 'is_closed'>;
