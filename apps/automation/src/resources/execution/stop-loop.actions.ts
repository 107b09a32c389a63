import { ruleEvents } from '@psa/contracts-automation';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../automation-app.ts';
import type { RuleRecord } from '../rule/rule.records.ts';
import type { ExecutionRecord } from './execution.records.ts';
import { MAX_DEPTH } from './execution.rules.ts';
import { recordSkipped, type Start } from './queue-execution.actions.ts';

/**
 * Starts none of the rules: executions have led to one another too often. The people who run the automation learn of it by an event.
 * @returns what was recorded for the first of the rules; undefined when this very thing was stopped before
 */
export async function stopLoop(tx: Tx, rules: readonly RuleRecord[], start: Start): Promise<ExecutionRecord | undefined> {
  const recorded = await recordSkipped(tx, rules, start, `Rules started each other ${MAX_DEPTH} times: this would be a loop`);
  if (recorded === undefined) return undefined;
  const { correlation_id, depth = 0 } = start;
  for (const { rule_id, name, status, trigger_type, version } of rules)
    emit(tx, ruleEvents.loop_stopped, { rule_id, name, status, trigger_type, correlation_id, depth }, version);
  return recorded;
}
