import { one, routes } from '@psa/contract-kit';
import { automationGroup } from './group.ts';
import { AutomationPerformance, AutomationStatistics, PerformanceQuery } from './statistics.schemas.ts';

export const automationStatisticsRoutes = routes(automationGroup('Automation'), {
  getAutomationStatistics: {
    method: 'get',
    path: '/api/v1/automation/statistics',
    permission: 'automation:read',
    summary: 'Rules and executions in figures',
    reply: one(AutomationStatistics),
  },
  getAutomationPerformance: {
    method: 'get',
    path: '/api/v1/automation/performance',
    permission: 'automation:read',
    summary: 'Executions over time',
    query: PerformanceQuery,
    reply: one(AutomationPerformance),
  },
});
