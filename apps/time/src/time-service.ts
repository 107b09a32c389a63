import { type AnyService, defineService } from '@psa/service-kit';
import type { TimeApp } from './time-app.ts';
import { migrations } from './migrations/index.ts';
import { timePeriodHandlers } from './resources/time-period/time-period.handlers.ts';

/** Time entries, time sheets and schedules. */
export const timeService: AnyService = defineService<TimeApp>({
  name: 'time',
  migrations,
  routes: [...timePeriodHandlers],
  ports: () => ({}),
});
