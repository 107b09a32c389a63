import { automationMetaRoutes } from '@psa/contracts-automation';
import { automationMetaFixtures } from './automation-meta.fixtures.ts';
import { eventFeedRoutes, webhookDeliveryRoutes, webhookRoutes, webhookTemplateRoutes } from '@psa/contracts-automation';
import { eventFeedFixtures, webhookDeliveryFixtures, webhookFixtures, webhookTemplateFixtures } from './webhook.fixtures.ts';

/** All routes of the service. */
export const everyRoute = {
  ...automationMetaRoutes,
  ...webhookRoutes, ...webhookDeliveryRoutes, ...webhookTemplateRoutes, ...eventFeedRoutes,
};

/** A request that succeeds, for each of them. */
export const everyFixture = {
  ...automationMetaFixtures,
  ...webhookFixtures, ...webhookDeliveryFixtures, ...webhookTemplateFixtures, ...eventFeedFixtures,
};
