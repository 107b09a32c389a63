import { timePeriodClosingRoutes } from '@psa/contracts-time';
import { handlers } from '../../time-app.ts';
import { toTimePeriod } from '../time-period/time-period.view.ts';
import { closePeriod, reopenPeriod } from './close-period.actions.ts';

export const closePeriodHandlers = handlers(timePeriodClosingRoutes, {
  closeTimePeriod: async ({ db, principal, params }) => {
    const { period, results } = await closePeriod(db, principal, params.id);
    return { data: { period: toTimePeriod(period), results } };
  },

  reopenTimePeriod: async ({ db, ports, principal, params, body }) => {
    const { period, results } = await reopenPeriod(db, ports, principal, params.id, body.reason);
    return { data: { period: toTimePeriod(period), results } };
  },
});
