import type { WorkflowEventType, WorkflowExecutionStatus } from '@psa/contracts-automation';
import { notFound } from '@psa/contract-kit';
import { addToRowCount, readRowCount } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable, type UpdateObject } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../automation-app.ts';
import type { Tables } from '../../tables.ts';
import type { HistoryEntry, HistoryKind } from './history.ts';
import type { WorkflowTaskChangesTable } from './workflow-parts.tables.ts';
import type {
  WorkflowEventsTable,
  WorkflowExecutionsTable,
  WorkflowRegistrationsTable,
  WorkflowTasksTable,
  WorkflowVersionsTable,
} from './workflow.tables.ts';

export type RegistrationRow = Selectable<WorkflowRegistrationsTable>;
export type VersionRow = Selectable<WorkflowVersionsTable>;
export type ExecutionRow = Selectable<WorkflowExecutionsTable>;
export type EventRow = Selectable<WorkflowEventsTable>;
export type TaskRow = Selectable<WorkflowTasksTable>;
export type TaskChangeRow = Selectable<WorkflowTaskChangesTable>;
export type ExecutionChange = UpdateObject<Tables, 'workflow_executions', 'workflow_executions'>;
export type NewTask = Insertable<WorkflowTasksTable>;

/** @throws NOT_FOUND */
export async function requireRegistration(db: Db, id: string): Promise<RegistrationRow> {
  const row = await db.selectFrom('workflow_registrations').selectAll().where('registration_id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('Workflow');
  return row;
}

export async function findRegistration(db: Db, id: string): Promise<RegistrationRow | undefined> {
  return db.selectFrom('workflow_registrations').selectAll().where('registration_id', '=', id).executeTakeFirst();
}

/** @throws NOT_FOUND */
export async function lockRegistration(tx: Tx, id: string): Promise<RegistrationRow> {
  const row = await tx.selectFrom('workflow_registrations').selectAll().where('registration_id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) throw notFound('Workflow');
  return row;
}

export async function findRegistrationByName(db: Db, name: string): Promise<RegistrationRow | undefined> {
  return db
    .selectFrom('workflow_registrations')
    .selectAll()
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
}

/** @throws NOT_FOUND */
export async function requireExecution(db: Db, id: string): Promise<ExecutionRow> {
  const row = await db.selectFrom('workflow_executions').selectAll().where('execution_id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('Execution');
  return row;
}

export async function findExecution(db: Db, id: string): Promise<ExecutionRow | undefined> {
  return db.selectFrom('workflow_executions').selectAll().where('execution_id', '=', id).executeTakeFirst();
}

export async function lockExecutionRow(tx: Tx, id: string): Promise<ExecutionRow | undefined> {
  return tx.selectFrom('workflow_executions').selectAll().where('execution_id', '=', id).forUpdate().executeTakeFirst();
}

export async function changeExecution(tx: Tx, id: string, change: ExecutionChange): Promise<ExecutionRow> {
  return tx
    .updateTable('workflow_executions')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('execution_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Sets the state of an execution, and when it began or ended by the database's time. @param error given when it ends */
export async function changeStatus(
  tx: Tx,
  { execution_id, timeout_seconds }: ExecutionRow,
  status: WorkflowExecutionStatus,
  { begins, error }: { readonly begins: boolean; readonly error?: string | null },
): Promise<ExecutionRow> {
  return changeExecution(tx, execution_id, {
    status,
    ...(begins ? { started_at: sql`now()` } : {}),
    ...(begins && timeout_seconds !== null ? { deadline_at: sql`now() + ${timeout_seconds}::integer * interval '1 second'` } : {}),
    // The transaction may have begun before the one that started the execution, for which it waited.
    ...(error === undefined ? {} : { completed_at: sql`greatest(started_at, now())`, error_message: error }),
  });
}

/** @throws NOT_FOUND */
export async function requireTask(db: Db, id: string): Promise<TaskRow> {
  const row = await db.selectFrom('workflow_tasks').selectAll().where('task_id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('Task');
  return row;
}

/** @throws NOT_FOUND */
export async function lockTask(tx: Tx, id: string): Promise<TaskRow> {
  const row = await tx.selectFrom('workflow_tasks').selectAll().where('task_id', '=', id).forUpdate().executeTakeFirst();
  if (row === undefined) throw notFound('Task');
  return row;
}

export async function changeTask(tx: Tx, id: string, change: Updateable<WorkflowTasksTable>): Promise<TaskRow> {
  return tx
    .updateTable('workflow_tasks')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('task_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertTask(tx: Tx, task: Insertable<WorkflowTasksTable>): Promise<TaskRow> {
  return tx.insertInto('workflow_tasks').values(task).returningAll().executeTakeFirstOrThrow();
}

export interface NewEntry {
  readonly kind: HistoryKind;
  readonly event_name: string;
  readonly event_type: WorkflowEventType;
  readonly step?: string;
  readonly token?: string;
  readonly from_state?: string | null;
  readonly to_state?: string | null;
  readonly user_id?: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly correlation_id?: string | undefined;
}

/** Appends to the history of an execution, whose row the transaction holds. @returns the entry and the execution, counted on */
export async function appendEntry(
  tx: Tx,
  execution: ExecutionRow,
  entry: NewEntry,
  change: ExecutionChange = {},
): Promise<{ event: EventRow; execution: ExecutionRow }> {
  const position = execution.events_count + 1;
  const inserted = tx
    .insertInto('workflow_events')
    .values({
      execution_id: execution.execution_id,
      position,
      event_id: uuidv7(),
      event_name: entry.event_name,
      event_type: entry.event_type,
      kind: entry.kind,
      step: entry.step ?? null,
      token: entry.token ?? null,
      from_state: entry.from_state ?? null,
      to_state: entry.to_state ?? null,
      user_id: entry.user_id ?? null,
      payload: JSON.stringify(entry.payload ?? {}),
      correlation_id: entry.correlation_id ?? execution.correlation_id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const [event, counted] = await Promise.all([
    inserted,
    changeExecution(tx, execution.execution_id, { ...change, events_count: position }),
  ]);
  return { event, execution: counted };
}

/** Whether an event is one of an execution. */
export async function hasEvent(db: Db, executionId: string, eventId: string): Promise<boolean> {
  const event = await db
    .selectFrom('workflow_events')
    .select('position')
    .where('event_id', '=', eventId)
    .where('execution_id', '=', executionId)
    .executeTakeFirst();
  return event !== undefined;
}

/** Whether the history of an execution has an entry of a name. */
export async function hasEntry(db: Db, executionId: string, eventName: string): Promise<boolean> {
  const entry = await db
    .selectFrom('workflow_events')
    .select('position')
    .where('execution_id', '=', executionId)
    .where('event_name', '=', eventName)
    .limit(1)
    .executeTakeFirst();
  return entry !== undefined;
}

export async function readHistory(db: Db, executionId: string, after = 0): Promise<HistoryEntry[]> {
  return db
    .selectFrom('workflow_events')
    .select(['position', 'kind', 'step', 'token', 'event_name', 'payload'])
    .where('execution_id', '=', executionId)
    .where('position', '>', after)
    .orderBy('position')
    .execute();
}

export async function findVersion(
  db: Db,
  { registration_id, version_id }: RegistrationRow,
  name: string | undefined,
): Promise<VersionRow | undefined> {
  return db
    .selectFrom('workflow_versions')
    .selectAll()
    .where('registration_id', '=', registration_id)
    .where((eb) => (name === undefined ? eb('version_id', '=', version_id) : eb('workflow_version', '=', name)))
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
}

export async function findVersionById(db: Db, id: string): Promise<VersionRow | undefined> {
  return db.selectFrom('workflow_versions').selectAll().where('version_id', '=', id).executeTakeFirst();
}

/** The execution that took the place of one that failed or was cancelled. */
export async function findRestart(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('workflow_executions').select('execution_id').where('restart_of', '=', id).limit(1).executeTakeFirst();
  return row?.execution_id;
}

/** Row count of executions that have not ended. */
const OPEN_EXECUTIONS = 'workflow_executions_open';

const COUNT_EXECUTION = `update workflow_registrations set execution_count = execution_count + 1, last_executed = now()
  where tenant = $1 and registration_id = $2`;

/**
 * Adds an execution, and counts it on its registration with COMMIT: no change of the registration itself.
 * @returns undefined when there is one with this fire key
 */
export async function insertExecution(tx: Tx, execution: Insertable<WorkflowExecutionsTable>): Promise<ExecutionRow | undefined> {
  const row = await tx
    .insertInto('workflow_executions')
    .values(execution)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (row.completed_at === null) addToRowCount(tx, OPEN_EXECUTIONS, 1);
  tx.atCommit(COUNT_EXECUTION, [tx.tenant, row.registration_id]);
  return row;
}

export function countEnded(tx: Tx): void {
  addToRowCount(tx, OPEN_EXECUTIONS, -1);
}

export function countOpen(db: Db): Promise<number> {
  return readRowCount(db, OPEN_EXECUTIONS);
}

export async function findByFireKey(db: Db, registrationId: string, fireKey: string): Promise<ExecutionRow | undefined> {
  return db
    .selectFrom('workflow_executions')
    .selectAll()
    .where('registration_id', '=', registrationId)
    .where('fire_key', '=', fireKey)
    .executeTakeFirst();
}

/** Takes back the tasks of an execution that nobody has completed. */
export async function cancelOpenTasks(tx: Tx, executionId: string): Promise<void> {
  await tx
    .updateTable('workflow_tasks')
    .set({ status: 'canceled', version: sql`version + 1`, updated_at: sql`now()` })
    .where('execution_id', '=', executionId)
    .where('status', 'in', ['pending', 'claimed'])
    .execute();
}

/** Takes back the timers of an execution that have not fired for the last time. */
export async function cancelOpenTimers(tx: Tx, executionId: string): Promise<void> {
  await tx
    .updateTable('workflow_timers')
    .set({ status: 'cancelled', next_fire_time: null, updated_at: sql`now()` })
    .where('execution_id', '=', executionId)
    .where('status', '=', 'pending')
    .execute();
}

/**
 * Counts one more execution of a chain of causes, however many do so at the same time.
 * @returns false when it has as many as it may have
 */
export async function countInChain(tx: Tx, chainId: string, most: number): Promise<boolean> {
  const counted = await tx
    .insertInto('workflow_chains')
    .values({ chain_id: chainId, starts: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'chain_id'])
        .doUpdateSet({ starts: sql`workflow_chains.starts + 1` })
        .where('workflow_chains.starts', '<', most),
    )
    .returning('starts')
    .executeTakeFirst();
  return counted !== undefined;
}

/** Notes what happened to a task. */
export function noteTaskChange(
  tx: Tx,
  change: Omit<Insertable<WorkflowTaskChangesTable>, 'history_id' | 'details'> & { details?: object },
): void {
  const { task_id, action, from_status, to_status, user_id, details = {} } = change;
  tx.atCommit(
    `insert into workflow_task_changes (history_id, task_id, action, from_status, to_status, user_id, details) values ($1, $2, $3, $4, $5, $6, $7)`,
    [uuidv7(), task_id, action, from_status, to_status, user_id, JSON.stringify(details)],
  );
}
