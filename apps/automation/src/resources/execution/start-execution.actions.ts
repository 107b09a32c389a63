import { ApiError } from '@psa/contract-kit';
import { ruleEvents } from '@psa/contracts-automation';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../automation-app.ts';
import { countStartsOfTenant, type RuleRecord } from '../rule/rule.records.ts';
import type { ExecutionRecord } from './execution.records.ts';
import { queueAtCommit, queueExecution, recordSkipped, type Start } from './queue-execution.actions.ts';
import type { ReachedLimit, StartLimits } from './start-limits.ts';

/**
 * Queues an execution of a rule, which is held or locked, unless too many were started in this hour.
 * @returns what was recorded; undefined when this very thing started the rule before, or when the limit was told of before
 */
export async function startExecution(tx: Tx, limits: StartLimits, rule: RuleRecord, start: Start): Promise<ExecutionRecord | undefined> {
  const reached = await takeStart(tx, limits, rule);
  return reached === undefined ? queueExecution(tx, rule, start) : stopAtLimit(tx, rule, start, reached);
}

/** Like {@link startExecution}, but with COMMIT, where it is known that this very thing did not start the rule before. */
export async function startAtCommit(tx: Tx, limits: StartLimits, rule: RuleRecord, start: Start): Promise<void> {
  const reached = await takeStart(tx, limits, rule);
  if (reached === undefined) queueAtCommit(tx, rule, start);
  else await stopAtLimit(tx, rule, start, reached);
}

/** Counts a start of a rule, which is held or locked. @returns the limit that stands against it */
export function takeStart(tx: Tx, limits: StartLimits, rule: RuleRecord): Promise<ReachedLimit | undefined> {
  return limits.take(tx.tenant, rule, () => countStartsOfTenant(tx));
}

/** Starts nothing, and tells so once an hour. */
async function stopAtLimit(tx: Tx, rule: RuleRecord, start: Start, reached: ReachedLimit): Promise<ExecutionRecord | undefined> {
  const resets_at = new Date(reached.resetsAt).toISOString();
  const recorded = await recordSkipped(tx, [rule], { ...start, fire_key: `limit:${resets_at}` }, describeLimit(reached));
  if (recorded === undefined) return undefined;
  const { rule_id, name, status, trigger_type, version } = rule;
  const { scope, limit } = reached;
  emit(tx, ruleEvents.limit_reached, { rule_id, name, status, trigger_type, scope, limit, resets_at }, version);
  return recorded;
}

/** What whoever starts a rule by hand is told at its limit. */
export function limitError(reached: ReachedLimit): ApiError {
  const seconds = Math.max(1, Math.ceil((reached.resetsAt - Date.now()) / 1000));
  return new ApiError('RATE_LIMITED', describeLimit(reached), undefined, { 'retry-after': String(seconds) });
}

/** Says that a limit was reached, and when that ends. */
function describeLimit({ scope, limit, resetsAt }: ReachedLimit): string {
  const started = scope === 'rule' ? 'The rule was' : 'The rules of the tenant were';
  return `${started} started ${limit} times in this hour; more is skipped until ${new Date(resetsAt).toISOString()}`;
}
