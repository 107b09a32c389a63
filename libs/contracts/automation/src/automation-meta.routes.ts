import { one, routes } from '@psa/contract-kit';
import { AutomationMeta } from './automation-meta.schemas.ts';
import { automationGroup } from './group.ts';

export const automationMetaRoutes = routes(automationGroup('Automation'), {
  getAutomationMeta: {
    method: 'get',
    path: '/api/v1/automation/meta',
    permission: 'automation:read',
    summary: 'The enumerations of automation',
    reply: one(AutomationMeta),
  },
});
