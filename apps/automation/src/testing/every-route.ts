import { automationMetaRoutes } from '@psa/contracts-automation';
import { automationMetaFixtures } from './automation-meta.fixtures.ts';

/** All routes of the service. */
export const everyRoute = {
  ...automationMetaRoutes,
};

/** A request that succeeds, for each of them. */
export const everyFixture = {
  ...automationMetaFixtures,
};
