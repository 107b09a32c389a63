import { automationStatisticsRoutes, performanceMetrics } from '@psa/contracts-automation';
import { handlers } from '../../automation-app.ts';
import { successRate } from '../rule/success-rate.rules.ts';
import { bucketsOf, toBuckets } from './performance.rules.ts';
import { executionBuckets, executionFigures, popularActions, popularTriggers, rulesByStatus } from './statistics.records.ts';

const BASE = '/api/v1/automation';
const PERIOD_MS = 30 * 24 * 3_600_000;

export const automationStatisticsHandlers = handlers(automationStatisticsRoutes, {
  getAutomationStatistics: async ({ db }) => {
    const [rules, { ended, ...executions }, most_used_trigger_types, most_used_action_types] = await Promise.all([
      rulesByStatus(db),
      executionFigures(db),
      popularTriggers(db),
      popularActions(db),
    ]);
    const of = (status: string) => rules.get(status) ?? 0;
    return {
      data: {
        total_rules: [...rules.values()].reduce((sum, count) => sum + count, 0),
        active_rules: of('active'),
        inactive_rules: of('inactive'),
        draft_rules: of('draft'),
        error_rules: of('error'),
        ...executions,
        success_rate_percent: successRate(executions.successful_executions, ended),
        most_used_trigger_types,
        most_used_action_types,
        _links: {
          self: { href: `${BASE}/statistics`, method: 'GET' },
          rules: { href: `${BASE}/rules`, method: 'GET' },
          executions: { href: `${BASE}/executions`, method: 'GET' },
          performance: { href: `${BASE}/performance`, method: 'GET' },
        },
      },
    };
  },

  getAutomationPerformance: async ({ db, query }) => {
    const to = query.date_to === undefined ? Date.now() : Date.parse(query.date_to);
    const from = query.date_from === undefined ? to - PERIOD_MS : Date.parse(query.date_from);
    const metrics = query.metrics ?? [...performanceMetrics];
    bucketsOf(query.group_by, from, to);
    const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    const rows = await executionBuckets(db, query.group_by, period.from, period.to, query.rule_ids);
    return { data: { period, group_by: query.group_by, metrics, data: toBuckets(query.group_by, from, to, rows, metrics) } };
  },
});
