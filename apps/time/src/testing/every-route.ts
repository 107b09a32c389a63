import { syncFixtures } from '@psa/test-kit/derived';
import {
  calendarFeedRoutes,
  holidayRoutes,
  scheduleRoutes,
  timeEntryApprovalRoutes,
  timeEntryRoutes,
  timeEntrySyncRoutes,
  timePeriodClosingRoutes,
  timePeriodRoutes,
  timePeriodSettingsRoutes,
  timeSettingsRoutes,
  timeSheetRoutes,
  timeTemplateRoutes,
  timeTrackingRoutes,
  workingHoursRoutes,
} from '@psa/contracts-time';
import { calendarFeedFixtures, holidayFixtures, scheduleFixtures } from './schedule.fixtures.ts';
import {
  timeEntryFixtures,
  timeSettingsFixtures,
  timeTemplateFixtures,
  timeTrackingFixtures,
  workingHoursFixtures,
} from './time-entry.fixtures.ts';
import { timePeriodFixtures, timePeriodSettingsFixtures } from './time-period.fixtures.ts';
import { timeEntryApprovalFixtures, timePeriodClosingFixtures, timeSheetFixtures } from './time-sheet.fixtures.ts';

/** All routes of the service. */
export const everyRoute = {
  ...timePeriodRoutes,
  ...timePeriodSettingsRoutes,
  ...timePeriodClosingRoutes,
  ...timeEntryRoutes,
  ...timeEntrySyncRoutes,
  ...timeEntryApprovalRoutes,
  ...timeTrackingRoutes,
  ...timeTemplateRoutes,
  ...timeSheetRoutes,
  ...holidayRoutes,
  ...calendarFeedRoutes,
  ...scheduleRoutes,
  ...timeSettingsRoutes,
  ...workingHoursRoutes,
};

/** A request that succeeds, for each of them. */
export const everyFixture = {
  ...syncFixtures(timeEntrySyncRoutes, timeEntryFixtures),
  ...timePeriodFixtures,
  ...timePeriodSettingsFixtures,
  ...timePeriodClosingFixtures,
  ...timeEntryFixtures,
  ...timeEntryApprovalFixtures,
  ...timeTrackingFixtures,
  ...timeTemplateFixtures,
  ...timeSheetFixtures,
  ...holidayFixtures,
  ...calendarFeedFixtures,
  ...scheduleFixtures,
  ...timeSettingsFixtures,
  ...workingHoursFixtures,
};
