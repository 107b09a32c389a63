import { ApiError, conflict, invalidField, notFound } from '@psa/contract-kit';
import {
  type CompleteWorkflowTask,
  type CreateWorkflowTask,
  type DelegateWorkflowTask,
  type TaskForm,
  type UpdateWorkflowTask,
  type WorkflowTaskChange,
  workflowTaskEvents,
} from '@psa/contracts-automation';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion, type Principal } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../automation-app.ts';
import { DatabaseClock } from './database-clock.ts';
import { completeAnswer } from './task-form.rules.ts';
import { queueExecution, queueJob } from './workflow.queue.ts';
import {
  appendEntry,
  changeExecution,
  changeTask,
  hasEvent,
  insertTask,
  lockExecutionRow,
  lockTask,
  type NewTask,
  noteTaskChange,
  requireTask,
  type TaskRow,
} from './workflow.records.ts';

const TASKS_PER_EXECUTION = 1_000;

/** Creates a task of an execution. @throws VALIDATION_ERROR for an unknown one, CONFLICT for one that has ended */
export function createTask(db: Db, principal: Principal, input: CreateWorkflowTask): Promise<TaskRow> {
  return db.transaction(async (tx) => {
    const execution = await lockExecutionRow(tx, input.execution_id);
    if (execution === undefined) throw invalidField('execution_id', 'is no execution');
    const { event_id = null } = input;
    if (event_id !== null && !(await hasEvent(tx, execution.execution_id, event_id)))
      throw invalidField('event_id', 'is no event of the execution');
    if (execution.completed_at !== null) throw conflict(`The execution is ${execution.status}`);
    if (execution.tasks_count >= TASKS_PER_EXECUTION) throw conflict(`The execution has ${TASKS_PER_EXECUTION} tasks`);
    await changeExecution(tx, execution.execution_id, { tasks_count: execution.tasks_count + 1 });
    return addTask(
      tx,
      {
        task_id: uuidv7(),
        execution_id: execution.execution_id,
        event_id,
        workflow_name: execution.workflow_name,
        step: null,
        token: null,
        title: input.title,
        description: input.description ?? null,
        task_definition_type: input.task_definition_type,
        tenant_task_definition_id: input.tenant_task_definition_id ?? null,
        system_task_definition_task_type: input.system_task_definition_task_type ?? null,
        status: 'pending',
        priority: input.priority,
        due_date: typeof input.due_date === 'string' ? new Date(input.due_date).toISOString() : null,
        context_data: JSON.stringify(input.context_data),
        assigned_roles: input.assigned_roles,
        assigned_users: input.assigned_users,
        form_definition: input.form_definition ? JSON.stringify(input.form_definition) : null,
      },
      principal.userId,
    );
  });
}

/** Adds a task, has it expire, and tells of it. */
export async function addTask(tx: Tx, task: NewTask, userId: string | null = null): Promise<TaskRow> {
  const row = await insertTask(tx, task);
  noteTaskChange(tx, { task_id: row.task_id, action: 'created', from_status: null, to_status: row.status, user_id: userId });
  if (row.due_date !== null) queueJob(tx, { task_id: row.task_id }, row.due_date);
  emit(tx, workflowTaskEvents.created, factsOf(row), row.version);
  return row;
}

/** Claims a task; whoever has it already keeps it. @throws NOT_FOUND, FORBIDDEN when it is for others, CONFLICT when somebody else has it */
export async function claimTask(db: Db, { roles }: Pick<Ports, 'roles'>, principal: Principal, id: string): Promise<TaskRow> {
  // Asked before the transaction, and only where it matters.
  const held = (await requireTask(db, id)).assigned_roles.length > 0 ? await roles.rolesOf(db.context, principal.userId) : [];
  return db.transaction(async (tx) => {
    const task = await lockTask(tx, id);
    if (task.status === 'claimed' && task.claimed_by === principal.userId) return task;
    if (!isFor(task, principal.userId, held)) throw new ApiError('FORBIDDEN', 'The task is for others');
    if (task.status === 'claimed') throw conflict('Somebody else has claimed the task');
    if (task.status !== 'pending') throw conflict(`The task is ${task.status}`);
    const row = await changeTask(tx, id, { status: 'claimed', claimed_by: principal.userId, claimed_at: new Date().toISOString() });
    note(tx, 'claimed', task, row, principal.userId);
    emit(tx, workflowTaskEvents.claimed, { ...factsOf(row), claimed_by: principal.userId }, row.version);
    return row;
  });
}

/** Gives a task back. @throws NOT_FOUND, CONFLICT unless the caller has it */
export function unclaimTask(db: Db, principal: Principal, id: string): Promise<TaskRow> {
  return db.transaction(async (tx) => {
    const task = await lockTask(tx, id);
    assertClaimedBy(task, principal);
    const row = await changeTask(tx, id, { status: 'pending', claimed_by: null, claimed_at: null });
    note(tx, 'unclaimed', task, row, principal.userId);
    return row;
  });
}

/** Hands a task over to somebody else. @throws NOT_FOUND, CONFLICT when it has ended, FORBIDDEN for whose task it is not */
export function delegateTask(db: Db, principal: Principal, id: string, { user_id, comments }: DelegateWorkflowTask): Promise<TaskRow> {
  return db.transaction(async (tx) => {
    const task = await lockTask(tx, id);
    if (task.status !== 'pending' && task.status !== 'claimed') throw conflict(`The task is ${task.status}`);
    const isTheirs = task.claimed_by === principal.userId || (task.claimed_by === null && task.assigned_users.includes(principal.userId));
    if (!isTheirs) throw new ApiError('FORBIDDEN', 'Only whoever has a task may hand it over: claim it first');
    const row = await changeTask(tx, id, {
      status: 'pending',
      claimed_by: null,
      claimed_at: null,
      assigned_users: [user_id],
      assigned_roles: [],
    });
    note(tx, 'delegated', task, row, principal.userId, { to: user_id, ...(comments === undefined ? {} : { comments }) });
    return row;
  });
}

/** Completes a task, which the execution goes on with. @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT unless the caller has it */
export async function completeTask(db: Db, principal: Principal, id: string, input: CompleteWorkflowTask): Promise<TaskRow> {
  const answer = input.formData ?? input.response_data ?? {};
  const notes = input.comments ?? input.completion_notes ?? null;
  // Sent again by whoever has completed it, it changes nothing.
  const known = await requireTask(db, id);
  if (known.status === 'completed' && known.completed_by === principal.userId) return known;
  return endTask(db, id, async (tx, task) => {
    assertClaimedBy(task, principal);
    const complete = task.form_definition === null ? answer : completeAnswer(task.form_definition as TaskForm, answer);
    const row = await changeTask(tx, id, {
      status: 'completed',
      completed_by: principal.userId,
      completed_at: new Date().toISOString(),
      response_data: JSON.stringify(complete),
      completion_notes: notes,
    });
    note(tx, 'completed', task, row, principal.userId);
    emit(tx, workflowTaskEvents.completed, { ...factsOf(row), completed_by: principal.userId }, row.version);
    return row;
  });
}

/** Has a task expire that nobody completed in time. */
export async function expireTask(db: Db, id: string): Promise<void> {
  await endTask(db, id, async (tx, task) => {
    if (task.status !== 'pending' && task.status !== 'claimed') return undefined;
    // Its due date may have been moved or taken away since.
    if (task.due_date === null || !(await DatabaseClock.read(tx)).hasCome(task.due_date)) return undefined;
    const row = await changeTask(tx, id, { status: 'expired' });
    note(tx, 'expired', task, row, null);
    emit(tx, workflowTaskEvents.expired, factsOf(row), row.version);
    return row;
  }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error;
  });
}

/** Somebody with the ids of the roles they have. */
export interface RoleHolder {
  readonly userId: string;
  readonly roleIds: readonly string[];
}

/**
 * Reassigns a task, changes it, takes it back or has it expire.
 * @param claimant whoever had claimed it before: a claim of somebody it is not for ends
 * @throws NOT_FOUND, CONFLICT when it has ended, PRECONDITION_FAILED
 */
export function updateTask(
  db: Db,
  principal: Principal,
  id: string,
  input: UpdateWorkflowTask,
  accepted?: Accepted,
  claimant?: RoleHolder,
): Promise<TaskRow> {
  return endTask(db, id, async (tx, task) => {
    demandVersion(accepted, task.version);
    if (task.status !== 'pending' && task.status !== 'claimed') throw conflict(`The task is ${task.status}`);
    const { assigned_users, assigned_roles, due_date, ...rest } = input;
    const assigned = { assigned_users: assigned_users ?? task.assigned_users, assigned_roles: assigned_roles ?? task.assigned_roles };
    const isReassigned = assigned_users !== undefined || assigned_roles !== undefined;
    const held = claimant?.userId === task.claimed_by ? (claimant?.roleIds ?? []) : [];
    const losesClaim = isReassigned && task.claimed_by !== null && !isFor(assigned, task.claimed_by, held);
    const due = typeof due_date === 'string' ? new Date(due_date).toISOString() : due_date;
    const row = await changeTask(tx, id, {
      ...rest,
      ...assigned,
      ...(due === undefined ? {} : { due_date: due }),
      ...(losesClaim ? { status: rest.status ?? 'pending', claimed_by: null, claimed_at: null } : {}),
    });
    if (typeof due === 'string') queueJob(tx, { task_id: id }, due);
    const action = rest.status ?? 'changed';
    note(tx, action, task, row, principal.userId, action === 'changed' ? { members: Object.keys(input) } : {});
    if (row.status === 'expired') emit(tx, workflowTaskEvents.expired, factsOf(row), row.version);
    return row;
  });
}

/** Changes a task; if that ends it, its execution goes on. The execution is locked first, as everywhere. */
async function endTask<T extends TaskRow | undefined>(db: Db, id: string, change: (tx: Tx, task: TaskRow) => Promise<T>): Promise<T> {
  const { execution_id } = await requireTask(db, id);
  return db.transaction(async (tx) => {
    const execution = await lockExecutionRow(tx, execution_id);
    if (execution === undefined) throw notFound('Task');
    const row = await change(tx, await lockTask(tx, id));
    if (row === undefined || row.status === 'pending' || row.status === 'claimed') return row;
    await appendEntry(tx, execution, {
      kind: row.token === null ? 'noted' : 'task_ended',
      event_name: `task_${row.status}`,
      event_type: row.status === 'expired' ? 'system_event' : 'user_action',
      ...(row.step === null || row.token === null ? {} : { step: row.step, token: row.token }),
      ...(row.completed_by === null ? {} : { user_id: row.completed_by }),
      payload: {
        task_id: id,
        status: row.status,
        response: row.response_data,
        notes: row.completion_notes,
        completed_by: row.completed_by,
      },
    });
    if (row.token !== null && execution.status === 'running') queueExecution(tx, execution);
    return row;
  });
}

function assertClaimedBy({ status, claimed_by }: TaskRow, { userId }: Principal): void {
  if (status !== 'claimed') throw conflict(`The task is ${status}: only who has claimed it may do this`);
  if (claimed_by !== userId) throw conflict('Somebody else has claimed the task');
}

/** Whether somebody may claim a task. */
function isFor(
  { assigned_users, assigned_roles }: Pick<TaskRow, 'assigned_users' | 'assigned_roles'>,
  userId: string,
  roleIds: readonly string[],
): boolean {
  if (assigned_users.length === 0 && assigned_roles.length === 0) return true;
  return assigned_users.includes(userId) || roleIds.some((id) => assigned_roles.includes(id));
}

function note(
  tx: Tx,
  action: WorkflowTaskChange['action'],
  { task_id, status }: TaskRow,
  after: TaskRow,
  user_id: string | null,
  details: object = {},
): void {
  noteTaskChange(tx, { task_id, action, from_status: status, to_status: after.status, user_id, details });
}

function factsOf({ task_id, execution_id, title, workflow_name }: TaskRow) {
  return { task_id, execution_id, title, workflow_name };
}
