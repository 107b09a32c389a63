import { timeEntrySyncRoutes } from '@psa/contracts-time';
import { syncedHandlers } from '@psa/http-kit';
import { TenantDb } from '@psa/postgres-kit';
import { type AnyService, defineService } from '@psa/service-kit';
import { migrations } from './migrations/index.ts';
import { calendarFeedHandlers } from './resources/schedule/calendar-feed/calendar-feed.handlers.ts';
import { holidayHandlers } from './resources/schedule/holiday/holiday.handlers.ts';
import { scheduleHandlers } from './resources/schedule/schedule.handlers.ts';
import { settingsHandlers } from './resources/settings/settings.handlers.ts';
import { timeEntryHandlers } from './resources/time-entry/time-entry.handlers.ts';
import { closePeriodHandlers } from './resources/time-sheet-lifecycle/close-period.handlers.ts';
import { entryApprovalHandlers } from './resources/time-sheet-lifecycle/entry-approval.handlers.ts';
import { timeSheetHandlers } from './resources/time-sheet-lifecycle/time-sheet.handlers.ts';
import { timePeriodHandlers } from './resources/time-period/time-period.handlers.ts';
import { timePeriodSettingsHandlers } from './resources/time-period/time-period-settings/time-period-settings.handlers.ts';
import { timeTemplateHandlers } from './resources/time-template/time-template.handlers.ts';
import { timeTrackingHandlers } from './resources/time-tracking/time-tracking.handlers.ts';
import { workingHoursHandlers } from './resources/working-hours/working-hours.handlers.ts';
import { directory } from './rpc-clients/directory.ts';
import { ticketChannels } from './rpc-clients/ticket-channels.ts';
import { countTimeOfClient, getLoggedHours } from './rpc-handlers/logged-hours.ts';
import { countUsesOfWorkItem, countUsesOfWorkItems } from './rpc-handlers/work-item-uses.ts';
import { keepPeriodsSchedule } from './schedules/keep-periods.ts';
import { overdueSheetScan } from './schedules/overdue-sheets.ts';
import {
  keepClientReplica,
  keepContractLineReplica,
  keepServiceReplica,
  keepUserReplica,
  keepWorkItemReplicas,
} from './subscriptions/keep-replicas.ts';
import { markInvoicedEntries } from './subscriptions/invoice-changed.mark-entries.ts';
import type { Tables } from './tables.ts';
import type { TimeApp } from './time-app.ts';
import { timeSettings } from './time-settings.ts';

/** Time entries, time sheets and schedules. */
export const timeService: AnyService = defineService<TimeApp, typeof timeSettings>({
  name: 'time',
  settings: timeSettings,
  migrations,
  routes: [
    ...timePeriodHandlers,
    ...timePeriodSettingsHandlers,
    ...closePeriodHandlers,
    ...syncedHandlers(timeEntrySyncRoutes, timeEntryHandlers, 'time_entries'),
    ...entryApprovalHandlers,
    ...timeTrackingHandlers,
    ...timeTemplateHandlers,
    ...timeSheetHandlers,
    ...holidayHandlers,
    ...calendarFeedHandlers,
    ...scheduleHandlers,
    ...settingsHandlers,
    ...workingHoursHandlers,
  ],
  subscriptions: [
    keepUserReplica,
    keepClientReplica,
    keepWorkItemReplicas,
    keepServiceReplica,
    keepContractLineReplica,
    markInvoicedEntries,
  ],
  rpcHandlers: [getLoggedHours, countTimeOfClient, countUsesOfWorkItem, countUsesOfWorkItems],
  schedules: [keepPeriodsSchedule, overdueSheetScan],
  commands: { time_entry: { create: 'createTimeEntry', update: 'updateTimeEntry', delete: 'deleteTimeEntry' } },
  ports: ({ broker, database, settings }) => ({
    directory: directory(broker),
    ticketChannels: ticketChannels(broker),
    publicUrl: settings.PSA_PUBLIC_URL.href.replace(/\/$/, ''),
    asTenant: (context) => new TenantDb<Tables>(database, context),
  }),
});
