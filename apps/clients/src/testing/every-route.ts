import { clientLocationRoutes, clientRoutes } from '@psa/contracts-clients';
import { clientFixtures, clientLocationFixtures } from './client.fixtures.ts';

/** All routes of the service. */
export const everyRoute = { ...clientRoutes, ...clientLocationRoutes };

/** A request that succeeds, for each of them. */
export const everyFixture = { ...clientFixtures, ...clientLocationFixtures };
