import { apiKeyRoutes, apiKeyValidationRoutes, auditRoutes, twoFactorRoutes } from '@psa/contracts-identity';
import { apiKeyFixtures } from './api-key.fixtures.ts';
import { auditFixtures } from './audit.fixtures.ts';
import { twoFactorFixtures } from './two-factor.fixtures.ts';

/** All routes of the service. */
export const everyRoute = { ...apiKeyRoutes, ...apiKeyValidationRoutes, ...auditRoutes, ...twoFactorRoutes };

/** A request that succeeds, for each of them. */
export const everyFixture = { ...apiKeyFixtures, ...auditFixtures, ...twoFactorFixtures };
