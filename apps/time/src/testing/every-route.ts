import { timePeriodRoutes } from '@psa/contracts-time';
import { timePeriodFixtures } from './time-period.fixtures.ts';

/** All routes of the service. */
export const everyRoute = { ...timePeriodRoutes };

/** A request that succeeds, for each of them. */
export const everyFixture = { ...timePeriodFixtures };
