import type { LogLevel } from '@psa/contracts-automation';
import { insertSelected, statement } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../automation-app.ts';
import type { Tables } from '../../tables.ts';
import { LEASE_SECONDS } from './begin.records.ts';
import type { AutomationActionResultsTable, AutomationExecutionLogsTable, AutomationExecutionsTable } from './execution.tables.ts';

export type ExecutionRecord = Selectable<AutomationExecutionsTable>;
export type ExecutionWrite = Insertable<AutomationExecutionsTable>;
export type ActionResult = Selectable<AutomationActionResultsTable>;

const findStatement = statement<Tables>()((db, p: { execution_id: string }) =>
  db.selectFrom('automation_executions').selectAll().where('execution_id', '=', p.execution_id),
);
const findAllStatement = statement<Tables>()((db, p: { execution_ids: string[] }) =>
  db
    .selectFrom('automation_executions')
    .selectAll()
    // Behind a sub-select the list has no known length, so that its plan is kept.
    .where(sql<boolean>`execution_id = any((select ${p.execution_ids}::uuid[])::uuid[])` as never),
);
const lockStatement = statement<Tables>()((db, p: { execution_id: string }) =>
  db.selectFrom('automation_executions').selectAll().where('execution_id', '=', p.execution_id).forUpdate(),
);

export function findExecution(db: Db, executionId: string): Promise<ExecutionRecord | undefined> {
  return db.first(findStatement, { execution_id: executionId });
}

export function findExecutions(db: Db, executionIds: string[]): Promise<ExecutionRecord[]> {
  return db.all(findAllStatement, { execution_ids: executionIds });
}

/** Reads an execution and keeps others from changing it. Whoever also locks its rule does that first. */
export function lockExecution(tx: Tx, executionId: string): Promise<ExecutionRecord | undefined> {
  return tx.first(lockStatement, { execution_id: executionId });
}

/** What differs between executions that are queued, or begin at once. */
export type QueuedExecution = Pick<
  ExecutionWrite,
  | 'execution_id'
  | 'rule_id'
  | 'rule_name'
  | 'trigger_type'
  | 'trigger_data'
  | 'execution_context'
  | 'plan'
  | 'priority'
  | 'correlation_id'
  | 'actions_total'
> & {
  readonly is_override: boolean;
  readonly subject: string | null;
  readonly fire_key: string | null;
  readonly depth: number;
  readonly has_slot: boolean;
  readonly follows: string | null;
};

/** By whom an execution begins with its insert, and how long it may take. */
export interface BegunBy {
  readonly owner: string;
  readonly timeoutMinutes: number;
}

interface QueuedParams extends QueuedExecution {
  readonly status: 'pending' | 'running';
  readonly lease_owner: string | null;
  readonly lease_seconds: number | null;
  readonly timeout_minutes: number | null;
}

const insertStatement = statement<Tables>()((db, p: QueuedParams) =>
  db
    .insertInto('automation_executions')
    .values({
      execution_id: p.execution_id,
      rule_id: p.rule_id,
      rule_name: p.rule_name,
      status: p.status,
      trigger_type: p.trigger_type,
      trigger_data: p.trigger_data,
      execution_context: p.execution_context,
      plan: p.plan,
      is_override: p.is_override,
      priority: p.priority,
      subject: p.subject,
      fire_key: p.fire_key,
      correlation_id: p.correlation_id,
      depth: p.depth,
      actions_total: p.actions_total,
      has_slot: p.has_slot,
      follows: p.follows,
      lease_owner: p.lease_owner,
      // No interval, no time: of an execution that only waits both are null.
      lease_until: sql`now() + make_interval(secs => ${p.lease_seconds}::float8)`,
      deadline_at: sql`now() + make_interval(mins => ${p.timeout_minutes}::int)`,
    })
    .onConflict((conflict) => conflict.columns(['tenant', 'rule_id', 'fire_key']).where('fire_key', 'is not', null).doNothing())
    .returningAll(),
);

const begunBy = (execution: QueuedExecution, begins: BegunBy | undefined): QueuedParams => ({
  ...execution,
  status: begins === undefined ? 'pending' : 'running',
  lease_owner: begins?.owner ?? null,
  lease_seconds: begins === undefined ? null : LEASE_SECONDS,
  timeout_minutes: begins?.timeoutMinutes ?? null,
});

/**
 * @param begins the process that runs it from its commit on; a claim begins it when absent
 * @returns undefined when this very thing started the rule before
 */
export function insertExecution(tx: Tx, execution: QueuedExecution, begins?: BegunBy): Promise<ExecutionRecord | undefined> {
  return tx.first(insertStatement, begunBy(execution, begins));
}

/** Like {@link insertExecution}, with COMMIT. @param onInserted is given afterwards what that returns */
export function insertAtCommit(
  tx: Tx,
  execution: QueuedExecution,
  begins: BegunBy | undefined,
  onInserted: (row: ExecutionRecord | undefined) => void,
): void {
  const values = insertStatement.bind(tx.tenant, begunBy(execution, begins));
  tx.readAtCommit<ExecutionRecord>(insertStatement.text, values, ([row]) => onInserted(row));
}

/** @returns those whose rules were not started by this very thing before */
export async function insertExecutions(tx: Tx, executions: readonly ExecutionWrite[]): Promise<ExecutionRecord[]> {
  return tx
    .insertInto('automation_executions')
    .values([...executions])
    .onConflict((conflict) => conflict.columns(['tenant', 'rule_id', 'fire_key']).where('fire_key', 'is not', null).doNothing())
    .returningAll()
    .execute();
}

/** An execution that is another process's by now, or at its end: the run breaks off without an end of its own. */
export class LeaseLost extends Error {}

/** Changes an execution whose row the transaction holds. @throws LeaseLost when it is gone */
export async function updateExecution(
  tx: Tx,
  executionId: string,
  changes: Updateable<AutomationExecutionsTable>,
): Promise<ExecutionRecord> {
  return tx
    .updateTable('automation_executions')
    .set({ ...changes, updated_at: sql`now()` })
    .where('execution_id', '=', executionId)
    .returningAll()
    .executeTakeFirstOrThrow(() => new LeaseLost('the execution is gone'));
}

const openStatement = statement<Tables>()((db, p: { rule_id: string }) =>
  db
    .selectFrom('automation_executions')
    .select(sql<number>`count(*)`.as('open'))
    .where('rule_id', '=', p.rule_id)
    .where(sql<boolean>`status in ('pending', 'running')` as never),
);

/** Executions of a rule that have not ended. */
export async function countOpen(db: Db, ruleId: string): Promise<number> {
  return (await db.first(openStatement, { rule_id: ruleId }))?.open ?? 0;
}

/** Number of executions that led to one of a rule or workflow. @returns undefined when the tenant has no such execution */
export async function depthOfExecution(db: Db, executionId: string): Promise<number | undefined> {
  const [ofRule, ofWorkflow] = await Promise.all([
    db.selectFrom('automation_executions').select('depth').where('execution_id', '=', executionId).executeTakeFirst(),
    db.selectFrom('workflow_executions').select('depth').where('execution_id', '=', executionId).executeTakeFirst(),
  ]);
  return (ofRule ?? ofWorkflow)?.depth;
}

/** How deep the chain of executions is that a rule is part of. */
export async function depthOf(db: Db, ruleId: string, correlationId: string): Promise<number | undefined> {
  const { depth } = await db
    .selectFrom('automation_executions')
    .select(sql<number | null>`max(depth)`.as('depth'))
    .where('correlation_id', '=', correlationId)
    .where('rule_id', '=', ruleId)
    .where('status', '<>', 'skipped')
    .executeTakeFirstOrThrow();
  return depth ?? undefined;
}

/** Whether an execution of the rule about an entity was queued since. */
export async function wasQueuedSince(db: Db, ruleId: string, subject: string, since: string): Promise<boolean> {
  const found = await db
    .selectFrom('automation_executions')
    .select('execution_id')
    .where('rule_id', '=', ruleId)
    .where('subject', '=', subject)
    .where('created_at', '>', since)
    .where('status', '<>', 'skipped')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The batch of a rule that still takes events. */
export async function lockGathering(tx: Tx, ruleId: string): Promise<ExecutionRecord | undefined> {
  return tx
    .selectFrom('automation_executions')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .where('is_gathering', '=', true)
    .where('status', '=', 'pending')
    .where('lease_owner', 'is', null)
    .orderBy('execution_id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

export async function actionResults(db: Db, executionId: string): Promise<ActionResult[]> {
  return db.selectFrom('automation_action_results').selectAll().where('execution_id', '=', executionId).orderBy('action_index').execute();
}

type SavedResult = Omit<Insertable<AutomationActionResultsTable>, 'tenant' | 'finished_at'>;

const saveResultStatement = statement<Tables>()((db, p: SavedResult) => {
  const { action_order, is_success, attempts, output, error_message } = p;
  return db
    .insertInto('automation_action_results')
    .values({ execution_id: p.execution_id, action_index: p.action_index, action_order, is_success, attempts, output, error_message })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'execution_id', 'action_index'])
        .doUpdateSet({ action_order, is_success, attempts, output, error_message, finished_at: sql`excluded.finished_at` }),
    );
});

/** Saves with COMMIT what an action came to. */
export function saveActionResult(tx: Tx, result: SavedResult): void {
  tx.atCommit(saveResultStatement.text, saveResultStatement.bind(tx.tenant, result));
}

export interface LogEntry {
  readonly level: LogLevel;
  readonly message: string;
  readonly action_index?: number | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
  /** When it happened; now when absent. */
  readonly at?: string;
}

const APPEND_LOGS = insertSelected(
  'automation_execution_logs (execution_id, logged_at, level, message, action_index, metadata)',
  `select $1::uuid, coalesce(entry.at, clock_timestamp()), entry.level, entry.message, entry.action_index, entry.metadata
  from jsonb_to_recordset($2) as entry (at timestamptz, level text, message text, action_index integer, metadata jsonb)`,
);

/** Adds to an execution's log, together with COMMIT. */
export function appendLogs(tx: Tx, executionId: string, entries: readonly LogEntry[]): void {
  if (entries.length > 0) tx.atCommit(APPEND_LOGS, [executionId, JSON.stringify(entries)]);
}

/** Max entries of a log that are shown. */
export const LOGS_SHOWN = 1000;

/** The last entries of a log, in their order. */
export async function readLogs(db: Db, executionId: string): Promise<Selectable<AutomationExecutionLogsTable>[]> {
  const rows = await db
    .selectFrom('automation_execution_logs')
    .selectAll()
    .where('execution_id', '=', executionId)
    .orderBy('position', 'desc')
    .limit(LOGS_SHOWN)
    .execute();
  return rows.reverse();
}
