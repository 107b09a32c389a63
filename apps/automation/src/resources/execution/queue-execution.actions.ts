import type { Action, TriggerType } from '@psa/contracts-automation';
import { type FalseCondition, falseConditions } from '@psa/conditions';
import { wakeWorker } from '@psa/work-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../automation-app.ts';
import { noteWaitingRule } from './waiting-rules.ts';
import { EXECUTION_WORKER } from '../../worker-names.ts';
import { countStart, type RuleRecord } from '../rule/rule.records.ts';
import {
  appendLogs,
  type BegunBy,
  type ExecutionRecord,
  insertAtCommit,
  insertExecution,
  insertExecutions,
  type LogEntry,
  type QueuedExecution,
} from './execution.records.ts';
import { reservePlace, type ReservedPlace } from './local-workers.ts';
import { promiseSlot } from './promised-slots.ts';

/** What starts an execution. */
export interface Start {
  readonly trigger_type: TriggerType;
  readonly trigger_data: Record<string, unknown>;
  readonly context: Record<string, unknown>;
  readonly correlation_id: string;
  readonly depth?: number;
  readonly subject?: string;
  /** Of the same key one execution is made. */
  readonly fire_key?: string;
  readonly is_override?: boolean;
  /** Whether it has one of the rule's slots from the start, which `holdWithSlot` allowed. */
  readonly has_slot?: boolean;
  /** Another execution that has to end first. */
  readonly follows?: string | undefined;
  /** A batch that takes further events until then. */
  readonly gatheringUntil?: string;
}

/**
 * Queues an execution of a rule, which is held or locked; it runs after the commit, when it is its turn. One that has a slot begins
 * with its insert if the worker of this process has a place for it.
 * @returns undefined when this very thing started the rule before
 */
export async function queueExecution(
  tx: Tx,
  rule: RuleRecord,
  start: Start,
  logs: readonly LogEntry[] = [],
): Promise<ExecutionRecord | undefined> {
  const place = placeFor(tx, start);
  const row = await (start.gatheringUntil === undefined
    ? insertExecution(tx, queuedColumns(rule, start), place && begunIn(place, rule))
    : insertGathering(tx, rule, start, start.gatheringUntil));
  if (row === undefined) {
    place?.release();
    return undefined;
  }
  countStart(tx, rule.rule_id);
  appendLogs(tx, row.execution_id, logs);
  tx.afterCommit(() => beginQueued(tx, rule, start, place, row));
  return row;
}

/** Like {@link queueExecution}, but with COMMIT, where it is known that this very thing did not start the rule before. */
export function queueAtCommit(tx: Tx, rule: RuleRecord, start: Start): void {
  const place = placeFor(tx, start);
  const execution = queuedColumns(rule, start);
  if (execution.has_slot) promiseSlot(tx, rule.rule_id);
  insertAtCommit(tx, execution, place && begunIn(place, rule), (row) => {
    if (row === undefined) place?.release();
    else beginQueued(tx, rule, start, place, row);
  });
  countStart(tx, rule.rule_id);
}

/** A place in the worker of this process, which a rollback gives back. */
function placeFor(tx: Tx, { has_slot }: Start): ReservedPlace | undefined {
  const place = has_slot === true ? reservePlace(tx.tenant) : undefined;
  if (place !== undefined) tx.afterRollback(() => place.release());
  return place;
}

const begunIn = ({ owner }: ReservedPlace, { execution_timeout_minutes }: RuleRecord): BegunBy => ({
  owner,
  timeoutMinutes: execution_timeout_minutes,
});

/** Has an execution that was queued run when it is its turn, which may be now. */
function beginQueued(tx: Tx, rule: RuleRecord, start: Start, place: ReservedPlace | undefined, row: ExecutionRecord): void {
  if (place !== undefined) place.begin(row, rule);
  else if (start.has_slot === true) wakeWorker(EXECUTION_WORKER);
  else if (start.follows === undefined && start.gatheringUntil === undefined) noteWaitingRule(tx.tenant, rule.rule_id);
}

function queuedColumns(rule: RuleRecord, start: Start): QueuedExecution {
  return {
    ...columnsOf(rule, start),
    is_override: start.is_override ?? false,
    has_slot: start.has_slot ?? false,
    follows: start.follows ?? null,
  };
}

async function insertGathering(tx: Tx, rule: RuleRecord, start: Start, until: string): Promise<ExecutionRecord | undefined> {
  const [row] = await insertExecutions(tx, [{ ...columnsOf(rule, start), status: 'pending', is_gathering: true, due_at: until }]);
  return row;
}

/** What is skipped is never run. */
const NOTHING_TO_RUN = JSON.stringify({ actions: [], secrets_version: 0 });

/** Rows of a statement: more would not fit into its parameters. */
const AT_A_TIME = 500;

/** Records that rules did not start because their conditions are false, with the values that were compared. */
export function recordFalseConditions(
  tx: Tx,
  rules: readonly RuleRecord[],
  start: Start,
  knownTo: (rule: RuleRecord) => Record<string, unknown>,
): Promise<ExecutionRecord | undefined> {
  return recordSkipped(tx, rules, start, 'The conditions do not hold', (rule) => falseConditions(rule.conditions, knownTo(rule)));
}

/** Notes that something did not start some rules, and why. Not counted as executions. */
export async function recordSkipped(
  tx: Tx,
  rules: readonly RuleRecord[],
  start: Start,
  reason: string,
  explain?: (rule: RuleRecord) => readonly FalseCondition[],
): Promise<ExecutionRecord | undefined> {
  const now = new Date().toISOString();
  const rows = rules.map((rule) => ({
    ...columnsOf(rule, {
      ...start,
      context: { ...start.context, skipped_because: reason, ...(explain === undefined ? {} : { false_conditions: explain(rule) }) },
    }),
    plan: NOTHING_TO_RUN,
    status: 'skipped' as const,
    started_at: now,
    completed_at: now,
    duration_ms: 0,
  }));
  let first: ExecutionRecord | undefined;
  for (let done = 0; done < rows.length; done += AT_A_TIME) first ??= (await insertExecutions(tx, rows.slice(done, done + AT_A_TIME)))[0];
  return first;
}

/** Notes an execution that was only tried. */
export async function recordTrial(tx: Tx, rule: RuleRecord, start: Start, logs: readonly LogEntry[]): Promise<ExecutionRecord> {
  const now = new Date().toISOString();
  const [row] = await insertExecutions(tx, [
    { ...columnsOf(rule, start), status: 'completed', started_at: now, completed_at: now, duration_ms: 0 },
  ]);
  appendLogs(tx, (row as ExecutionRecord).execution_id, logs);
  return row as ExecutionRecord;
}

function columnsOf(rule: RuleRecord, start: Start) {
  const actions: readonly Action[] = rule.actions;
  return {
    execution_id: uuidv7(),
    rule_id: rule.rule_id,
    rule_name: rule.name,
    trigger_type: start.trigger_type,
    trigger_data: JSON.stringify(start.trigger_data),
    execution_context: JSON.stringify(start.context),
    plan: JSON.stringify({ actions, secrets_version: rule.secrets_version }),
    priority: rule.priority,
    subject: start.subject ?? null,
    fire_key: start.fire_key ?? null,
    correlation_id: start.correlation_id,
    depth: start.depth ?? 0,
    actions_total: actions.length,
  };
}
