import { timeEntryRoutes, timePeriodRoutes, timeSettingsRoutes, timeTemplateRoutes, timeTrackingRoutes } from '@psa/contracts-time';
import { timeEntryFixtures, timeSettingsFixtures, timeTemplateFixtures, timeTrackingFixtures } from './time-entry.fixtures.ts';
import { timePeriodFixtures } from './time-period.fixtures.ts';

/** All routes of the service. */
export const everyRoute = { ...timePeriodRoutes, ...timeEntryRoutes, ...timeTrackingRoutes, ...timeTemplateRoutes, ...timeSettingsRoutes };

/** A request that succeeds, for each of them. */
export const everyFixture = {
  ...timePeriodFixtures,
  ...timeEntryFixtures,
  ...timeTrackingFixtures,
  ...timeTemplateFixtures,
  ...timeSettingsFixtures,
};
