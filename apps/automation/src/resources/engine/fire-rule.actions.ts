import { ConditionTrigger } from '@psa/contracts-automation';
import { evaluateConditions } from '@psa/conditions';
import type { Db, Ports, Tx } from '../../automation-app.ts';
import { countOpen } from '../execution/execution.records.ts';
import { recordFalseConditions, recordSkipped, type Start } from '../execution/queue-execution.actions.ts';
import { startExecution } from '../execution/start-execution.actions.ts';
import type { StartLimits } from '../execution/start-limits.ts';
import { findRule, lockRuleIfFree, updateRuleState, type RuleRecord } from '../rule/rule.records.ts';
import type { CheckState } from '../rule/rule.tables.ts';
import { parseTrigger } from '../rule/rule.rules.ts';
import { settleDue, type Timed } from '../rule/schedule.rules.ts';
import { turnToError } from '../rule/turn-to-error.actions.ts';
import { ruleContext } from '../execution/rule-context.ts';

const MINUTE = 60_000;

/** Does what is due of a rule by the clock. Whoever is at it already, or has done it, is left alone. */
export async function fireRule(db: Db, ports: Ports, ruleId: string, now: number): Promise<void> {
  const rule = await findRule(db, ruleId);
  if (rule === undefined || rule.status !== 'active' || rule.next_fire_at === null) return;
  if (rule.trigger_type === 'condition_based') return checkRule(db, ports, rule, now);
  await db.transaction(async (tx) => {
    const locked = await lockDue(tx, rule, now);
    if (locked !== undefined) await fireTimed(tx, ports.startLimits, locked, now);
  });
}

/** The rule, if it is still due as it was when it was found. */
async function lockDue(tx: Tx, { rule_id, next_fire_at }: RuleRecord, now: number): Promise<RuleRecord | undefined> {
  const rule = await lockRuleIfFree(tx, rule_id);
  return rule?.status === 'active' && rule.next_fire_at === next_fire_at && Date.parse(next_fire_at as string) <= now ? rule : undefined;
}

async function fireTimed(tx: Tx, limits: StartLimits, rule: RuleRecord, now: number): Promise<void> {
  const timed = parseTrigger(rule.trigger_type, rule.trigger_config) as Timed;
  const due = Date.parse(rule.next_fire_at as string);
  const { fires, next } = settleDue(timed, rule.created_at, due, now);
  const fire_count = rule.fire_count + (fires === null ? 0 : 1);
  const isLast = fire_count >= (timed.trigger_config.max_executions ?? Infinity);
  await updateRuleState(tx, rule.rule_id, { next_fire_at: next === null || isLast ? null : new Date(next).toISOString(), fire_count });
  if (fires === null) return;
  const scheduled_at = new Date(fires).toISOString();
  const start = startOf(rule, { scheduled_at }, `time:${scheduled_at}`);
  if (timed.trigger_config.skip_if_running && (await countOpen(tx, rule.rule_id)) > 0)
    await recordSkipped(tx, [rule], start, 'An execution of the rule is under way');
  else await startOrSkip(tx, limits, rule, start, now);
}

/** Looks whether what the rule waits for has come true. The owner of the entity is asked before the transaction, which must hold no lock meanwhile. */
async function checkRule(db: Db, ports: Ports, rule: RuleRecord, now: number): Promise<void> {
  const { subject, conditions, logic_operator, check_interval_minutes, max_check_attempts } = ConditionTrigger.parse(rule.trigger_config);
  const asked =
    subject === undefined
      ? { entity: null }
      : await ports.entities.facts(db.context, subject.entity_type, subject.entity_id).then(
          (entity) => ({ entity }),
          (error: unknown) => ({ fault: (error as Error).message }),
        );
  await db.transaction(async (tx) => {
    const locked = await lockDue(tx, rule, now);
    if (locked === undefined) return;
    const before: CheckState = locked.check_state ?? { held: false, failures: 0 };
    const next_fire_at = new Date(now + check_interval_minutes * MINUTE).toISOString();
    if ('fault' in asked) {
      const failures = before.failures + 1;
      if (failures >= max_check_attempts) await turnToError(tx, locked, { check_state: JSON.stringify({ ...before, failures }) });
      else await updateRuleState(tx, locked.rule_id, { next_fire_at, check_state: JSON.stringify({ ...before, failures }) });
      ports.log.warn({ rule_id: locked.rule_id, failures, reason: asked.fault }, 'a condition could not be looked at');
      return;
    }
    const trigger_data = { ...subject, entity: asked.entity };
    const { holds } = evaluateConditions(conditions, logic_operator, ruleContext(locked, 'condition_based', trigger_data, new Date(now)));
    await updateRuleState(tx, locked.rule_id, { next_fire_at, check_state: JSON.stringify({ held: holds, failures: 0 }) });
    if (holds && !before.held)
      await startOrSkip(tx, ports.startLimits, locked, startOf(locked, trigger_data, `check:${locked.next_fire_at}`), now);
  });
}

async function startOrSkip(tx: Tx, limits: StartLimits, rule: RuleRecord, start: Start, now: number): Promise<void> {
  const known = ruleContext(rule, rule.trigger_type, start.trigger_data, new Date(now));
  if (evaluateConditions(rule.conditions, rule.condition_logic, known).holds) await startExecution(tx, limits, rule, start);
  else await recordFalseConditions(tx, [rule], start, () => known);
}

function startOf({ trigger_type }: RuleRecord, trigger_data: Record<string, unknown>, fire_key: string): Start {
  const correlation_id = crypto.randomUUID();
  return { trigger_type, trigger_data, fire_key, correlation_id, context: { correlation_id, depth: 0 } };
}
