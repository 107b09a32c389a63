import { events, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';
import { RuleStatus, TriggerType } from './automation-enums.ts';

const Facts = z.object({ rule_id: z.guid(), name: z.string(), status: RuleStatus, trigger_type: TriggerType });

export const ruleEvents = events('automation', {
  created: { name: 'automation.rule.created', version: 1, key: 'rule_id', summary: 'An automation rule was created', data: Facts },
  updated: {
    name: 'automation.rule.updated',
    version: 1,
    key: 'rule_id',
    summary: 'An automation rule was changed, or turned to error after failing again and again',
    data: Facts.extend({ changed: z.array(z.string()) }),
  },
  loop_stopped: {
    name: 'automation.rule.loop_stopped',
    version: 1,
    key: 'rule_id',
    summary: 'A rule was not started, because rules had started each other too often',
    data: Facts.extend({ correlation_id: z.string(), depth: z.int().describe('Executions that led to it') }),
  },
  limit_reached: {
    name: 'automation.rule.limit_reached',
    version: 1,
    key: 'rule_id',
    summary: 'A rule was not started, because it or all rules of the tenant started too often in this hour; told once an hour and rule',
    data: Facts.extend({
      scope: z.enum(['rule', 'tenant']).describe('Whether the rule alone started too often, or all rules together'),
      limit: z.int().describe('Executions an hour'),
      resets_at: Timestamp.describe('When it starts again'),
    }),
  },
  deleted: {
    name: 'automation.rule.deleted',
    version: 1,
    key: 'rule_id',
    summary: 'An automation rule was deleted',
    data: z.object({ rule_id: z.guid() }),
  },
});
