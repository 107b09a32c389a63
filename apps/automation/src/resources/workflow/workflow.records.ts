import type { WorkflowEventType } from '@psa/contracts-automation';
import { notFound } from '@psa/contract-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../automation-app.ts';
import type { HistoryEntry, HistoryKind } from './history.ts';
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
export type NewTask = Insertable<WorkflowTasksTable>;

/** @throws NOT_FOUND */
export async function requireRegistration(db: Db, id: string): Promise<RegistrationRow> {
  const row = await db.selectFrom('workflow_registrations').selectAll().where('registration_id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound('Workflow');
  return row;
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

export async function lockExecutionRow(tx: Tx, id: string): Promise<ExecutionRow | undefined> {
  return tx.selectFrom('workflow_executions').selectAll().where('execution_id', '=', id).forUpdate().executeTakeFirst();
}

export async function changeExecution(tx: Tx, id: string, change: Updateable<WorkflowExecutionsTable>): Promise<ExecutionRow> {
  return tx
    .updateTable('workflow_executions')
    .set({ ...change, version: sql`version + 1`, updated_at: sql`now()` })
    .where('execution_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
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
export async function appendEntry(tx: Tx, execution: ExecutionRow, entry: NewEntry): Promise<{ event: EventRow; execution: ExecutionRow }> {
  const position = execution.events_count + 1;
  const event = await tx
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
  return { event, execution: await changeExecution(tx, execution.execution_id, { events_count: position }) };
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

/** Adds an execution, and counts it on its registration: no change of the registration itself. */
export async function insertExecution(tx: Tx, execution: Insertable<WorkflowExecutionsTable>): Promise<ExecutionRow> {
  const row = await tx.insertInto('workflow_executions').values(execution).returningAll().executeTakeFirstOrThrow();
  await tx
    .updateTable('workflow_registrations')
    .set({ execution_count: sql`execution_count + 1`, last_executed: sql`now()` })
    .where('registration_id', '=', row.registration_id)
    .execute();
  return row;
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

/** What actions of a chain of causes have started: how many, and the one with this key. */
export async function findChained(tx: Tx, correlationId: string, key: string): Promise<{ execution_id: string | null; count: number }> {
  return tx
    .selectFrom('workflow_executions')
    .select([
      sql<string | null>`(array_agg(execution_id) filter (where fire_key = ${key}))[1]`.as('execution_id'),
      sql<number>`count(*)::int`.as('count'),
    ])
    .where('correlation_id', '=', correlationId)
    .where('fire_key', 'is not', null)
    .executeTakeFirstOrThrow();
}
