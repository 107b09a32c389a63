import { apiKeyRoutes, apiKeyValidationRoutes } from '@psa/contracts-identity';
import { apiKeyFixtures } from './api-key.fixtures.ts';

/** All routes of the service. */
export const everyRoute = { ...apiKeyRoutes, ...apiKeyValidationRoutes };

/** A request that succeeds, for each of them. */
export const everyFixture = { ...apiKeyFixtures };
