import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import { keepPeriods, tenantsWithoutFuture } from '../resources/time-period/keep-periods.actions.ts';
import { activeSettings } from '../resources/time-period/time-period-settings/time-period-settings.records.ts';
import { lockTimePeriods } from '../resources/time-period/time-period.records.ts';
import type { Ports } from '../time-app.ts';
import type { Tables } from '../tables.ts';

/** Tenants one tick takes on; the rest come with the next. */
const AT_A_TIME = 2000;

/** Keeps the period of today and one to come for every tenant that has settings to generate them by. */
export const keepPeriodsSchedule: Schedule<Ports, Tables> = {
  name: 'keep-periods',
  cron: '7 * * * *',
  atStart: true,
  async run({ workerDatabase, asTenant, now, log }) {
    const today = now.toISOString().slice(0, 10);
    for (const tenant of await tenantsWithoutFuture(workerDatabase, today, AT_A_TIME)) {
      const db = asTenant(tenantId(tenant));
      await db
        .transaction(async (tx) => {
          await lockTimePeriods(tx);
          await keepPeriods(tx, await activeSettings(tx), today);
        })
        .catch((error: unknown) => {
          log.error({ err: error, tenant }, 'keep-periods: periods could not be added');
        });
    }
  },
};
