import { wakeWorker } from '@psa/work-kit';
import { EXECUTION_WORKER } from '../../worker-names.ts';

/** A rule with executions that wait for their turn. */
export interface WaitingRule {
  readonly tenant: string;
  readonly rule_id: string;
}

const waiting = new Map<string, WaitingRule>();

/**
 * Tells the worker of this process that a rule has something to run, or room for it. Whatever is lost of it, by a crash or
 * because another process takes it, is found by the worker's own rounds.
 */
export function noteWaitingRule(tenant: string, ruleId: string): void {
  waiting.set(ruleId, { tenant, rule_id: ruleId });
  wakeWorker(EXECUTION_WORKER);
}

/** Whether rules were told of since they were taken the last time. */
export function areRulesWaiting(): boolean {
  return waiting.size > 0;
}

/** The rules that were told of since the last time. */
export function takeWaitingRules(): WaitingRule[] {
  const rules = [...waiting.values()];
  waiting.clear();
  return rules;
}
