import { apiKeyRoutes, apiKeyValidationRoutes, auditRoutes, sessionRoutes, signInRoutes, twoFactorRoutes } from '@psa/contracts-identity';
import { apiKeyFixtures } from './api-key.fixtures.ts';
import { auditFixtures } from './audit.fixtures.ts';
import { twoFactorFixtures } from './two-factor.fixtures.ts';
import { sessionFixtures } from './session.fixtures.ts';
import { signInFixtures } from './sign-in.fixtures.ts';

/** All routes of the service. */
export const everyRoute = { ...sessionRoutes, ...signInRoutes, ...apiKeyRoutes, ...apiKeyValidationRoutes, ...auditRoutes, ...twoFactorRoutes };

/** A request that succeeds, for each of them. */
export const everyFixture = { ...sessionFixtures, ...signInFixtures, ...apiKeyFixtures, ...auditFixtures, ...twoFactorFixtures };
