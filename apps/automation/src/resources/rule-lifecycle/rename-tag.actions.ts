import { ruleEvents } from '@psa/contracts-automation';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../automation-app.ts';
import { type RenamedTag, withRenamedTag } from '../rule/renamed-tag.rules.ts';
import { findRulesNaming, lockRule, updateRuleRow } from '../rule/rule.records.ts';

/** Has the rules of the tenant name a tag as it is called now: what they wait for and what they do stays the same. */
export async function renameTagInRules(tx: Tx, tag: RenamedTag): Promise<void> {
  for (const ruleId of await findRulesNaming(tx, tag.from)) {
    const rule = await lockRule(tx, ruleId);
    if (rule === undefined) continue;
    const { conditions, actions } = withRenamedTag(rule, tag);
    const changed = [...(conditions === undefined ? [] : ['conditions']), ...(actions === undefined ? [] : ['actions'])];
    if (changed.length === 0) continue;
    const row = await updateRuleRow(tx, ruleId, {
      ...(conditions !== undefined && { conditions: JSON.stringify(conditions) }),
      ...(actions !== undefined && { actions: JSON.stringify(actions) }),
    });
    const { rule_id, name, status, trigger_type } = row;
    emit(tx, ruleEvents.updated, { rule_id, name, status, trigger_type, changed }, row.version);
  }
}
