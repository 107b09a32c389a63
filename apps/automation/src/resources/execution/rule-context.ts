import type { Db } from '../../automation-app.ts';
import { actionResults, type ExecutionRecord } from './execution.records.ts';
import { clockOf } from '../rule/rule-clock.ts';
import type { RuleRecord } from '../rule/rule.records.ts';

type Facts = Readonly<Record<string, unknown>>;

/**
 * What conditions and placeholders of a rule see.
 * @param triggerData what the rule was started with: of an event, the event itself
 */
export function ruleContext(
  rule: Pick<RuleRecord, 'rule_id' | 'name' | 'metadata' | 'tags' | 'execution_count'>,
  triggerType: string,
  triggerData: Facts,
  now: Date,
): Record<string, unknown> {
  const { rule_id, name, metadata, tags, execution_count } = rule;
  return {
    event: triggerType === 'event_based' ? triggerData : null,
    entity: triggerData['entity'] ?? null,
    trigger_data: triggerData,
    rule: { rule_id, name, metadata, tags, execution_count },
    now: now.toISOString(),
    clock: clockOf(now),
  };
}

/** What the actions of an execution see: also what those before them gave, by their order. */
export async function contextOfExecution(db: Db, rule: RuleRecord, execution: ExecutionRecord): Promise<Record<string, unknown>> {
  const results = execution.next_action === 0 ? [] : await actionResults(db, execution.execution_id);
  return {
    ...ruleContext(rule, execution.trigger_type, execution.trigger_data, new Date()),
    execution: { execution_id: execution.execution_id },
    actions: Object.fromEntries(results.map(({ action_order, is_success, output }) => [action_order, { is_success, output }])),
  };
}
