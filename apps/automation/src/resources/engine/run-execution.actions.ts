import { isPermissionName, tenantId } from '@psa/contract-kit';
import type { Action } from '@psa/contracts-automation';
import type { Db, Ports, Tx } from '../../automation-app.ts';
import { runAction, type Outcome } from '../action/run-action.actions.ts';
import { tellingOfHidden } from '../event-feed/hidden-tickets.access.ts';
import { triggerTracesOf } from '../event-feed/ticket-traces.rules.ts';
import { endExecution, type End } from '../execution/end-execution.actions.ts';
import {
  appendLogs,
  type ExecutionRecord,
  findExecutions,
  LeaseLost,
  lockExecution,
  type LogEntry,
  saveActionResult,
} from '../execution/execution.records.ts';
import { isLeaseLost, saveProgress } from '../execution/execution-end.records.ts';
import type { ReservedPlace } from '../execution/local-workers.ts';
import { findRules, lockRule, type RuleRecord } from '../rule/rule.records.ts';
import { joinSecrets, type Secrets, withoutSecrets } from '../rule/rule-secrets.rules.ts';
import { permissionsOf, storedTrigger } from '../rule/rule.rules.ts';
import { turnToError } from '../rule/turn-to-error.actions.ts';
import { openSecrets } from '../rule/sealed-secrets.ts';
import { contextOfExecution } from '../execution/rule-context.ts';

/** A claim on an execution: as long as nobody else has it, it is this owner's to run. */
export interface Lease {
  readonly tenant: string;
  readonly execution_id: string;
  readonly rule_id: string;
  /** Whether it had begun before, with a process that said nothing more. */
  readonly is_taken_over: boolean;
  readonly owner: string;
}

const ELSEWHERE = "the execution is no longer this process's";

class OutOfTime extends Error {}

interface Run {
  readonly db: Db;
  readonly ports: Ports;
  readonly lease: Lease;
  readonly rule: RuleRecord;
  readonly secrets: Secrets;
  readonly signal: AbortSignal;
  readonly reserveSuccessor: RunControl['reserveSuccessor'];
  execution: ExecutionRecord;
}

/** A claimed execution and its rule, as far as they are still there. */
export interface FoundRun {
  readonly execution: ExecutionRecord | undefined;
  readonly rule: RuleRecord | undefined;
}

/** Reads executions of one tenant, claimed together, with their rules. @returns what was found, by lease */
export async function findRuns(ports: Ports, tenant: string, leases: readonly Lease[]): Promise<(lease: Lease) => FoundRun> {
  const ids = leases.map(({ execution_id }) => execution_id);
  const ruleIds = [...new Set(leases.map(({ rule_id }) => rule_id))];
  const db = ports.asTenant({ tenant: tenantId(tenant), actor: { id: 'automation', type: 'system' }, correlationId: ids[0] ?? '' });
  const [executions, rules] = await Promise.all([findExecutions(db, ids), findRules(db, ruleIds)]);
  const executionOf = new Map(executions.map((execution) => [execution.execution_id, execution]));
  const ruleOf = new Map(rules.map((rule) => [rule.rule_id, rule]));
  return ({ execution_id, rule_id }) => ({ execution: executionOf.get(execution_id), rule: ruleOf.get(rule_id) });
}

/** Reads the rule of an execution that a commit of this process has begun. */
export async function findBegun(ports: Ports, { tenant, rule_id }: Lease, execution: ExecutionRecord): Promise<FoundRun> {
  const actor = { id: 'automation', type: 'system' } as const;
  const db = ports.asTenant({ tenant: tenantId(tenant), actor, correlationId: execution.correlation_id });
  const [rule] = await findRules(db, [rule_id]);
  return { execution, rule };
}

/** How the worker governs an execution that it runs. */
export interface RunControl {
  /** Is aborted when the lease is lost, or the service stops. */
  readonly ending: AbortSignal;
  /** Reserves a place for the next execution of the rule, while this one ends. */
  readonly reserveSuccessor: () => ReservedPlace | undefined;
}

/**
 * Runs an execution from the first action that has not ended to its end. What each action came to is committed before the next
 * begins: after a crash it goes on there, and an action that was under way is done again under the same key.
 * @throws LeaseLost
 */
export async function runExecution(
  ports: Ports,
  lease: Lease,
  { execution, rule }: FoundRun,
  { ending, reserveSuccessor }: RunControl,
): Promise<void> {
  if (execution === undefined) return;
  const db = ports.asTenant({
    tenant: tenantId(lease.tenant),
    actor: { id: lease.rule_id, type: 'system' },
    correlationId: execution.correlation_id,
  });
  if (rule === undefined || (!lease.is_taken_over && rule.status !== 'active' && !execution.is_override)) {
    return endNow(db, lease, { status: 'skipped' }, [
      { level: 'info', message: rule === undefined ? 'The rule is gone' : 'The rule is no longer active' },
    ]);
  }
  const held = rule.runs_as === null ? null : await ports.authors.permissionsOf(db.context, rule.runs_as);
  const reason = obstacleOf(held, ports, rule);
  if (reason !== undefined) return pauseRule(db, lease, reason);
  if (await isHiddenFromAuthor(db, ports, rule, held, execution)) {
    const message = 'It is about a ticket whose channel whoever the rule runs for does not see';
    return endNow(db, lease, { status: 'skipped' }, [{ level: 'info', message }]);
  }
  if (lease.is_taken_over) await noteTakeOver(db, lease);
  const left = Date.parse(execution.deadline_at as string) - Date.now();
  if (left <= 0) return endNow(db, lease, timeoutOf(rule));
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new OutOfTime()), left);
  try {
    await runActions({
      db,
      ports,
      lease,
      rule,
      secrets: await openSecrets(db, ports, rule),
      signal: AbortSignal.any([ending, late.signal]),
      reserveSuccessor,
      execution,
    });
  } catch (error) {
    if (!late.signal.aborted || ending.aborted) throw error;
    await endNow(db, lease, timeoutOf(rule));
  } finally {
    clearTimeout(timer);
  }
}

/** Why a rule must not run: it does nothing that whoever is responsible for it may not do themselves, now. */
function obstacleOf(held: ReadonlySet<string> | null, { offered }: Pick<Ports, 'offered'>, rule: RuleRecord): string | undefined {
  if (held === null) return 'The rule is paused: whoever it runs for is gone or deactivated. Somebody has to activate it again';
  const missing = permissionsOf({ trigger: storedTrigger(rule), actions: rule.actions }, offered.events).filter((name) => !held.has(name));
  if (missing.length === 0) return undefined;
  return `The rule is paused: whoever it runs for may no longer do what it does (${missing.slice(0, 10).join(', ')})`;
}

/** Whether what started an execution tells of a ticket that whoever the rule runs for does not see. */
async function isHiddenFromAuthor(
  db: Db,
  ports: Ports,
  { runs_as: userId }: RuleRecord,
  held: ReadonlySet<string> | null,
  execution: ExecutionRecord,
): Promise<boolean> {
  if (userId === null || held === null || triggerTracesOf(execution).length === 0) return false;
  const permissions = new Set([...held].filter(isPermissionName));
  const author = { userId, userType: 'internal', permissions, actor: { id: userId, type: 'user' } } as const;
  return (await tellingOfHidden(db, ports, author, [execution], triggerTracesOf)).size > 0;
}

/** Ends an execution and stops its rule, until somebody who may do what it does activates it again. */
async function pauseRule(db: Db, lease: Lease, reason: string): Promise<void> {
  await db.transaction(async (tx) => {
    const rule = await lockRule(tx, lease.rule_id);
    if (rule?.status === 'active') await turnToError(tx, rule, {});
    const stopped = rule && { ...rule, status: 'error' as const };
    await endExecution(tx, stopped, await lockLeased(tx, lease), { status: 'failed', error_message: reason });
  });
}

function timeoutOf({ execution_timeout_minutes: minutes }: RuleRecord): End {
  return { status: 'timeout', error_message: `The execution took longer than ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}` };
}

async function noteTakeOver(db: Db, lease: Lease): Promise<void> {
  await db.transaction(async (tx) => {
    const { execution_id, next_action } = await lockLeased(tx, lease);
    appendLogs(tx, execution_id, [{ level: 'warn', message: `Goes on at action ${next_action + 1}: the process that ran it has ended` }]);
  });
}

async function runActions(run: Run): Promise<void> {
  const { actions, secrets_version } = run.execution.plan;
  const known = await contextOfExecution(run.db, run.rule, run.execution);
  if (run.execution.next_action >= actions.length) return endNow(run.db, run.lease, { status: 'completed' });
  for (let index = run.execution.next_action; index < actions.length; index++) {
    const logs: LogEntry[] = [];
    const action = actions[index] as Action;
    const complete =
      secrets_version === run.rule.secrets_version ? joinSecrets(action, index, run.secrets) : joinSecrets(action, index, {});
    const began = performance.now();
    const outcome: Outcome =
      complete === undefined
        ? { is_success: false, attempts: 0, output: null, error_message: 'The secrets of the rule were changed since: start it again' }
        : await runAction(complete, {
            ports: run.ports,
            context: run.db.context,
            rule: run.rule,
            executionId: run.lease.execution_id,
            idempotencyKey: `${run.lease.execution_id}.${index}`,
            known,
            signal: run.signal,
            log: (level, message, metadata) => {
              logs.push({ level, message, action_index: index, metadata, at: new Date().toISOString() });
            },
          });
    const shown = withoutSecrets({ outcome, logs }, Object.values(run.secrets)) as { outcome: Outcome; logs: LogEntry[] };
    (known['actions'] as Record<string, unknown>)[action.order] = { is_success: shown.outcome.is_success, output: shown.outcome.output };
    const entries = [...shown.logs, outcomeLog(action, index, shown.outcome, performance.now() - began)];
    if (await settle(run, action, index, shown.outcome, entries)) return;
  }
}

/** Commits what an action came to, as long as the execution is this process's. @returns whether it is at its end */
async function settle(run: Run, action: Action, index: number, outcome: Outcome, entries: readonly LogEntry[]): Promise<boolean> {
  const { execution_id, owner } = run.lease;
  const { execution } = run;
  const stops = !outcome.is_success && !action.continue_on_error;
  const ends = stops || index === execution.plan.actions.length - 1;
  const work = async (tx: Tx) => {
    // Only a failure is counted on the rule, which then has to be locked first; all others need not wait for each other.
    const rule = stops ? await lockRule(tx, run.rule.rule_id) : run.rule;
    saveActionResult(tx, {
      execution_id,
      action_index: index,
      action_order: action.order,
      is_success: outcome.is_success,
      attempts: outcome.attempts,
      output: outcome.output === undefined ? null : JSON.stringify(outcome.output),
      error_message: outcome.is_success ? null : outcome.error_message,
    });
    const counters = {
      next_action: index + 1,
      actions_successful: execution.actions_successful + (outcome.is_success ? 1 : 0),
      actions_failed: execution.actions_failed + (outcome.is_success ? 0 : 1),
    };
    if (!ends) {
      appendLogs(tx, execution_id, entries);
      return saveProgress(tx, execution, counters, owner);
    }
    const place = run.reserveSuccessor();
    tx.afterRollback(() => place?.release());
    const end: End = stops
      ? { status: 'failed', error_message: outcome.error_message, failed_action_index: index, counters }
      : { status: 'completed', counters };
    return endExecution(tx, rule, execution, { ...end, owner, place }, entries);
  };
  run.execution = await run.db.transaction(work).catch((error: unknown) => {
    throw isLeaseLost(error) ? new LeaseLost(ELSEWHERE) : error;
  });
  return ends;
}

function outcomeLog({ type }: Action, action_index: number, outcome: Outcome, milliseconds: number): LogEntry {
  const { status } = (type === 'webhook_call' && outcome.output ? outcome.output : {}) as { status?: number };
  const metadata = { duration_ms: Math.round(milliseconds), ...(status === undefined ? {} : { status }) };
  const tries = outcome.attempts > 1 ? ` after ${outcome.attempts} attempts` : '';
  if (outcome.is_success) return { level: 'info', message: `${type} succeeded${tries}`, action_index, metadata };
  return {
    level: 'error',
    message: `${type} failed${tries}: ${outcome.error_message}`,
    action_index,
    metadata: outcome.output ? { ...metadata, output: outcome.output } : metadata,
  };
}

async function endNow(db: Db, lease: Lease, end: End, logs: readonly LogEntry[] = []): Promise<void> {
  await db.transaction(async (tx) => {
    const rule = await lockRule(tx, lease.rule_id);
    await endExecution(tx, rule, await lockLeased(tx, lease), end, logs);
  });
}

/** @throws LeaseLost when the execution is somebody else's by now, or at its end */
async function lockLeased(tx: Tx, { execution_id, owner }: Lease): Promise<ExecutionRecord> {
  const execution = await lockExecution(tx, execution_id);
  if (execution === undefined || execution.lease_owner !== owner) throw new LeaseLost(ELSEWHERE);
  return execution;
}
