import { type AnyService, defineService } from '@psa/service-kit';
import { migrations } from './migrations/index.ts';
import { settingsHandlers } from './resources/settings/settings.handlers.ts';
import { timeEntryHandlers } from './resources/time-entry/time-entry.handlers.ts';
import { closePeriodHandlers } from './resources/time-sheet-lifecycle/close-period.handlers.ts';
import { entryApprovalHandlers } from './resources/time-sheet-lifecycle/entry-approval.handlers.ts';
import { timeSheetHandlers } from './resources/time-sheet-lifecycle/time-sheet.handlers.ts';
import { timePeriodHandlers } from './resources/time-period/time-period.handlers.ts';
import { timePeriodSettingsHandlers } from './resources/time-period/time-period-settings/time-period-settings.handlers.ts';
import { timeTemplateHandlers } from './resources/time-template/time-template.handlers.ts';
import { timeTrackingHandlers } from './resources/time-tracking/time-tracking.handlers.ts';
import { directory } from './rpc-clients/directory.ts';
import { getLoggedHours } from './rpc-handlers/logged-hours.ts';
import { keepPeriodsSchedule } from './schedules/keep-periods.ts';
import { overdueSheetScan } from './schedules/overdue-sheets.ts';
import { keepClientReplica, keepServiceReplica, keepUserReplica, keepWorkItemReplicas } from './subscriptions/keep-replicas.ts';
import type { TimeApp } from './time-app.ts';

/** Time entries, time sheets and schedules. */
export const timeService: AnyService = defineService<TimeApp>({
  name: 'time',
  migrations,
  routes: [
    ...timePeriodHandlers,
    ...timePeriodSettingsHandlers,
    ...closePeriodHandlers,
    ...timeEntryHandlers,
    ...entryApprovalHandlers,
    ...timeTrackingHandlers,
    ...timeTemplateHandlers,
    ...timeSheetHandlers,
    ...settingsHandlers,
  ],
  subscriptions: [keepUserReplica, keepClientReplica, keepWorkItemReplicas, keepServiceReplica],
  rpcHandlers: [getLoggedHours],
  schedules: [keepPeriodsSchedule, overdueSheetScan],
  commands: { time_entry: { create: 'createTimeEntry', update: 'updateTimeEntry', delete: 'deleteTimeEntry' } },
  ports: ({ broker }) => ({ directory: directory(broker) }),
});
