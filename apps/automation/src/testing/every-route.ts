import {
  automationMetaRoutes,
  automationStatisticsRoutes,
  chatRoutes,
  chatSettingsRoutes,
  executionRoutes,
  hookRoutes,
  ruleRoutes,
  templateRoutes,
  workflowExecutionRoutes,
  workflowInsightRoutes,
  workflowRegistrationRoutes,
  workflowTaskRoutes,
  workflowTemplateRoutes,
  workflowTimerRoutes,
  workflowTransferRoutes,
  workflowTriggerRoutes,
} from '@psa/contracts-automation';
import { automationMetaFixtures } from './automation-meta.fixtures.ts';
import { chatFixtures } from './chat.fixtures.ts';
import { executionFixtures } from './execution.fixtures.ts';
import { hookFixtures } from './hook.fixtures.ts';
import { ruleFixtures } from './rule.fixtures.ts';
import { automationStatisticsFixtures, templateFixtures } from './template.fixtures.ts';
import { workflowInsightFixtures, workflowTransferFixtures } from './workflow-insight.fixtures.ts';
import { workflowTemplateFixtures, workflowTimerFixtures, workflowTriggerFixtures } from './workflow-parts.fixtures.ts';
import { workflowFixtures } from './workflow.fixtures.ts';
import { eventFeedRoutes, webhookDeliveryRoutes, webhookRoutes, webhookTemplateRoutes } from '@psa/contracts-automation';
import { eventFeedFixtures, webhookDeliveryFixtures, webhookFixtures, webhookTemplateFixtures } from './webhook.fixtures.ts';

/** All routes of the service. */
export const everyRoute = {
  ...automationMetaRoutes,
  ...ruleRoutes,
  ...executionRoutes,
  ...hookRoutes,
  ...templateRoutes,
  ...automationStatisticsRoutes,
  ...webhookRoutes,
  ...webhookDeliveryRoutes,
  ...webhookTemplateRoutes,
  ...eventFeedRoutes,
  ...chatRoutes,
  ...chatSettingsRoutes,
  ...workflowRegistrationRoutes,
  ...workflowExecutionRoutes,
  ...workflowTaskRoutes,
  ...workflowTriggerRoutes,
  ...workflowTimerRoutes,
  ...workflowTemplateRoutes,
  ...workflowInsightRoutes,
  ...workflowTransferRoutes,
};

/** A request that succeeds, for each of them. */
export const everyFixture = {
  ...automationMetaFixtures,
  ...ruleFixtures,
  ...executionFixtures,
  ...hookFixtures,
  ...templateFixtures,
  ...automationStatisticsFixtures,
  ...webhookFixtures,
  ...webhookDeliveryFixtures,
  ...webhookTemplateFixtures,
  ...eventFeedFixtures,
  ...chatFixtures,
  ...workflowFixtures,
  ...workflowTriggerFixtures,
  ...workflowTimerFixtures,
  ...workflowTemplateFixtures,
  ...workflowInsightFixtures,
  ...workflowTransferFixtures,
};
