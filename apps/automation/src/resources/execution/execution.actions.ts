import { conflict, itemRefusal, notFound } from '@psa/contract-kit';
import { type BulkExecution, executionEvents, type ManualExecution } from '@psa/contracts-automation';
import { describeFalseCondition, evaluateConditions, falseConditions } from '@psa/conditions';
import { emit } from '@psa/events-kit';
import type { Db, Tx } from '../../automation-app.ts';
import { ruleContext } from './rule-context.ts';
import { noteWaitingRule } from './waiting-rules.ts';
import { lockRule, type RuleRecord } from '../rule/rule.records.ts';
import { endExecution, requeue, versionOf } from './end-execution.actions.ts';
import { type ExecutionRecord, findExecution, lockExecution, type LogEntry } from './execution.records.ts';
import { demandTransition } from './execution.rules.ts';
import { limitError, takeStart } from './start-execution.actions.ts';
import type { StartLimits } from './start-limits.ts';
import { queueExecution, recordFalseConditions, recordTrial, type Start } from './queue-execution.actions.ts';

type Wish = Pick<ManualExecution, 'execution_data' | 'override_conditions'> & {
  readonly dry_run?: boolean;
  readonly follows?: string | undefined;
};

/** Starts a rule by hand. @throws NOT_FOUND, CONFLICT when it is not active and nothing is said of that, RATE_LIMITED */
export function executeRule(db: Db, limits: StartLimits, ruleId: string, wish: Wish): Promise<ExecutionRecord> {
  return db.transaction(async (tx) => {
    const rule = await lockRule(tx, ruleId);
    if (rule === undefined) throw notFound('Rule');
    const { correlationId, actor } = tx.context;
    const start: Start = {
      trigger_type: 'manual',
      trigger_data: wish.execution_data ?? {},
      correlation_id: correlationId,
      is_override: wish.override_conditions,
      follows: wish.follows,
      context: { correlation_id: correlationId, depth: 0, started_by: actor.id, ...(wish.dry_run ? { dry_run: true } : {}) },
    };
    const known = ruleContext(rule, rule.trigger_type, start.trigger_data, new Date());
    const evaluation = evaluateConditions(rule.conditions, rule.condition_logic, known);
    const faults = evaluation.faults.map(({ index, reason }): LogEntry => ({
      level: 'debug',
      message: `Condition ${index + 1}: ${reason}`,
    }));
    if (wish.dry_run)
      return recordTrial(tx, rule, start, [...faults, ...trialLogs(rule, known, evaluation.holds, wish.override_conditions)]);
    if (rule.status !== 'active' && !wish.override_conditions) throw conflict('The rule is not active', { status: rule.status });
    if (!evaluation.holds && !wish.override_conditions)
      return (await recordFalseConditions(tx, [rule], start, () => known)) as ExecutionRecord;
    const reached = await takeStart(tx, limits, rule);
    if (reached !== undefined) throw limitError(reached);
    const row = (await queueExecution(tx, rule, start, faults)) as ExecutionRecord;
    emit(tx, executionEvents.started, factsOf(row), versionOf.begin(row.round));
    return row;
  });
}

/** What came of starting several rules. */
export interface Started {
  readonly execution_ids: string[];
  readonly errors: string[];
}

/** Starts several rules; what stands in the way of one keeps the others from nothing. */
export async function executeRules(
  db: Db,
  limits: StartLimits,
  { automation_rule_ids, sequential_execution, ...wish }: BulkExecution,
): Promise<Started> {
  const [execution_ids, errors]: [string[], string[]] = [[], []];
  let last: string | undefined;
  for (const id of automation_rule_ids) {
    try {
      const { execution_id, status } = await executeRule(db, limits, id, { ...wish, follows: sequential_execution ? last : undefined });
      execution_ids.push(execution_id);
      if (status === 'pending') last = execution_id;
    } catch (error) {
      errors.push(`${id}: ${itemRefusal(error).message}`);
    }
  }
  return { execution_ids, errors };
}

/** Lets a failed execution go on at the action that failed. @throws NOT_FOUND, CONFLICT */
export function retryExecution(db: Db, executionId: string): Promise<ExecutionRecord> {
  return withBoth(db, executionId, async (tx, rule, execution) => {
    demandTransition(execution.status, 'pending', 'tried again');
    if (rule === undefined) throw conflict('The rule of this execution is gone');
    // Somebody wants it, whatever has become of the rule since.
    const row = requeue(tx, execution, new Date().toISOString(), { auto_retries: 0, is_override: true });
    emit(tx, executionEvents.retried, factsOf(row), versionOf.begin(row.round));
    tx.afterCommit(() => noteWaitingRule(tx.tenant, rule.rule_id));
    return row;
  });
}

/** Ends an execution that has not ended. What an action is doing at this moment may still happen. @throws NOT_FOUND, CONFLICT */
export function cancelExecution(db: Db, executionId: string): Promise<ExecutionRecord> {
  return withBoth(db, executionId, (tx, rule, execution) => {
    demandTransition(execution.status, 'cancelled', 'cancelled');
    return endExecution(tx, rule, execution, { status: 'cancelled' });
  });
}

/** Locks the rule, then the execution: everywhere in this order. */
async function withBoth(
  db: Db,
  executionId: string,
  work: (tx: Tx, rule: RuleRecord | undefined, execution: ExecutionRecord) => Promise<ExecutionRecord>,
): Promise<ExecutionRecord> {
  return db.transaction(async (tx) => {
    const found = await findExecution(tx, executionId);
    if (found === undefined) throw notFound('Execution');
    const rule = await lockRule(tx, found.rule_id);
    const execution = await lockExecution(tx, executionId);
    if (execution === undefined) throw notFound('Execution');
    return work(tx, rule, execution);
  });
}

function trialLogs(rule: RuleRecord, known: Record<string, unknown>, holds: boolean, isOverridden: boolean): LogEntry[] {
  const found: LogEntry[] = [
    { level: 'info', message: `Only tried: the conditions ${holds ? 'hold' : 'do not hold'}` },
    ...falseConditions(rule.conditions, known).map((condition): LogEntry => ({
      level: 'info',
      message: describeFalseCondition(condition),
    })),
  ];
  if (!holds && !isOverridden) return [...found, { level: 'info', message: 'Would run no action' }];
  return [
    ...found,
    ...rule.actions.map(({ type }, action_index): LogEntry => ({ level: 'info', message: `Would run ${type}`, action_index })),
  ];
}

function factsOf({ execution_id, rule_id, rule_name }: ExecutionRecord) {
  return { execution_id, rule_id, rule_name };
}
