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

/** Like {@link insertExecution}, with COMMIT. @param onInserted is told afterwards */
export function insertAtCommit(
  tx: Tx,
  execution: QueuedExecution,
  begins: BegunBy | undefined,
  onInserted: (row: ExecutionRecord) => void,
): void {
  const values = insertStatement.bind(tx.tenant, begunBy(execution, begins));
  tx.readAtCommit<ExecutionRecord>(insertStatement.text, values, ([row]) => onInserted(row as ExecutionRecord));
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

/** How far the actions of an execution have come. */
export type ExecutionProgress = Pick<ExecutionRecord, 'next_action' | 'actions_successful' | 'actions_failed'>;

/** Ends the transaction where a process has an execution no more: nothing else that it would write with COMMIT is then written. */
const REQUIRED = '1 / (select count(*)::int from changed) as is_held';
const DIVISION_BY_ZERO = '22012';

const PROGRESS = `with changed as (
    update automation_executions set next_action = $4, actions_successful = $5, actions_failed = $6, updated_at = now()
    where tenant = $1 and execution_id = $2 and lease_owner = $3 returning 1
  )
  select ${REQUIRED}`;

/**
 * Notes with COMMIT that an action of an execution has ended, and others follow.
 * @param owner the process that has to have the execution; if not, the transaction is rolled back, see {@link isLeaseLost}
 * @returns the execution as it will be
 */
export function saveProgress(tx: Tx, execution: ExecutionRecord, progress: ExecutionProgress, owner: string): ExecutionRecord {
  const { next_action, actions_successful, actions_failed } = progress;
  const values = [tx.tenant, execution.execution_id, owner, next_action, actions_successful, actions_failed];
  tx.readAtCommit(PROGRESS, values, () => {});
  return { ...execution, ...progress };
}

/** Whether a transaction was rolled back because the execution that it ends or goes on with is another process's by now. */
export function isLeaseLost(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === DIVISION_BY_ZERO;
}

/** One statement instead of three. As in `claimStatement` the whole is a SELECT: Citus takes an UPDATE apart from what runs ahead of it. */
const END = `with released as (
    update automation_executions set follows = null where tenant = $1 and follows = $2 returning 1
  ), reset as (
    update automation_rules set consecutive_failures = 0 where tenant = $1 and rule_id = $3 and consecutive_failures > 0 and $5 = 'completed' returning 1
  ), changed as (
    update automation_executions set status = $5, completed_at = $6, duration_ms = $7, error_message = $8, failed_action_index = $9,
      next_action = $10, actions_successful = $11, actions_failed = $12, notice_due_at = coalesce($13, notice_due_at),
      notice_attempts = case when $13 is null then notice_attempts else 0 end,
      has_slot = false, is_gathering = false, lease_owner = null, lease_until = null, updated_at = $6
    where tenant = $1 and execution_id = $2 and ($4::uuid is null or lease_owner = $4) returning 1
  )
  select exists (select from released) as has_followers, ${REQUIRED}`;

/** What an execution came to. */
export interface EndOfExecution extends ExecutionProgress {
  readonly status: ExecutionRecord['status'];
  readonly completed_at: string;
  readonly duration_ms: number;
  readonly error_message: string | null;
  readonly failed_action_index: number | null;
  /** When whom the rule names is told; not changed when null. */
  readonly notice_due_at: string | null;
}

/**
 * Ends an execution with COMMIT. The one that waited for it waits no longer, and of one that did what it should the rule forgets its failures.
 * @param owner the process that has to have the execution, where the transaction does not hold its row; if not, the transaction is rolled
 *   back, see {@link isLeaseLost}
 * @param onEnded is told afterwards whether another execution waited for it
 * @returns the execution as it will be
 */
export function saveEnd(
  tx: Tx,
  execution: ExecutionRecord,
  end: EndOfExecution,
  owner: string | undefined,
  onEnded: (hasFollowers: boolean) => void,
): ExecutionRecord {
  const values = [
    tx.tenant,
    execution.execution_id,
    execution.rule_id,
    owner ?? null,
    end.status,
    end.completed_at,
    end.duration_ms,
    end.error_message,
    end.failed_action_index,
    end.next_action,
    end.actions_successful,
    end.actions_failed,
    end.notice_due_at,
  ];
  tx.readAtCommit<{ has_followers: boolean }>(END, values, ([ended]) => onEnded(ended?.has_followers === true));
  const { notice_due_at, notice_attempts } = execution;
  return {
    ...execution,
    ...end,
    notice_due_at: end.notice_due_at ?? notice_due_at,
    notice_attempts: end.notice_due_at === null ? notice_attempts : 0,
    has_slot: false,
    is_gathering: false,
    lease_owner: null,
    lease_until: null,
    updated_at: end.completed_at,
  };
}

/** What changes of an execution that is to go on. */
export type Requeued = Pick<ExecutionRecord, 'due_at' | 'next_action' | 'round' | 'actions_failed' | 'auto_retries' | 'is_override'>;

const NO_END = {
  completed_at: null,
  duration_ms: null,
  error_message: null,
  failed_action_index: null,
  deadline_at: null,
  notice_due_at: null,
};
const REQUEUE = `update automation_executions set status = 'pending', ${Object.keys(NO_END)
  .map((column) => `${column} = null`)
  .join(', ')}, due_at = $3, next_action = $4, round = $5, actions_failed = $6, auto_retries = $7, is_override = $8, updated_at = now()
  where tenant = $1 and execution_id = $2`;

/** Lets an execution that has ended, or ends with this transaction, go on: with COMMIT. @returns the execution as it will be */
export function saveRequeued(tx: Tx, execution: ExecutionRecord, requeued: Requeued): ExecutionRecord {
  const { due_at, next_action, round, actions_failed, auto_retries, is_override } = requeued;
  tx.atCommit(REQUEUE, [tx.tenant, execution.execution_id, due_at, next_action, round, actions_failed, auto_retries, is_override]);
  return { ...execution, ...NO_END, ...requeued, status: 'pending', updated_at: new Date().toISOString() };
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
