import { z } from 'zod';
import { actionTypes, conditionOperators, executionStatuses, priorityLevels, ruleStatuses, triggerTypes } from './automation-enums.ts';

const listOf = (values: readonly [string, ...string[]]) => z.array(z.enum(values));

export const AutomationMeta = z
  .object({
    trigger_types: listOf(triggerTypes).describe('What may start a rule'),
    action_types: listOf(actionTypes).describe('What a rule may do'),
    rule_statuses: listOf(ruleStatuses).describe('States of a rule'),
    execution_statuses: listOf(executionStatuses).describe('States of an execution'),
    priority_levels: listOf(priorityLevels).describe('Priorities, the least first'),
    condition_operators: listOf(conditionOperators).describe('How a condition compares'),
  })
  .meta({ id: 'AutomationMeta' });
export type AutomationMeta = z.infer<typeof AutomationMeta>;
