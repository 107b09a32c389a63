import { ruleEvents } from '@psa/contracts-automation';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../automation-app.ts';
import { type RuleRecord, updateRuleRow } from './rule.records.ts';

/** Stops a rule that fails again and again, or whose author may no longer do what it does, and says so. Making it active again makes it as good as new. */
export async function turnToError(
  tx: Tx,
  { rule_id }: RuleRecord,
  notes: { consecutive_failures?: number; check_state?: string },
): Promise<void> {
  const { name, status, trigger_type, version } = await updateRuleRow(tx, rule_id, { ...notes, status: 'error', next_fire_at: null });
  emit(tx, ruleEvents.updated, { rule_id, name, status, trigger_type, changed: ['status'] }, version);
}
