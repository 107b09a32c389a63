import {
  actionTypes,
  automationMetaRoutes,
  conditionOperators,
  executionStatuses,
  priorityLevels,
  ruleStatuses,
  triggerTypes,
} from '@psa/contracts-automation';
import { handlers } from '../../automation-app.ts';

export const automationMetaHandlers = handlers(automationMetaRoutes, {
  getAutomationMeta: () => ({
    data: {
      trigger_types: [...triggerTypes],
      action_types: [...actionTypes],
      rule_statuses: [...ruleStatuses],
      execution_statuses: [...executionStatuses],
      priority_levels: [...priorityLevels],
      condition_operators: [...conditionOperators],
    },
  }),
});
