import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../billing-app.ts';
import { startScheduledRun } from '../resources/billing-cycle/billing-run.actions.ts';
import { tenantsToBill } from '../resources/billing-cycle/due-tenants.records.ts';
import type { Tables } from '../tables.ts';

/** Bills clients with `auto_invoice` whose next cycle has begun. What keeps one tenant from it keeps none of the others. */
export const billingRuns: Schedule<Ports, Tables> = {
  name: 'billing-runs',
  cron: '41 * * * *',
  async run({ workerDatabase, asTenant, ports, now, log }) {
    const today = now.toISOString().slice(0, 10);
    for (const tenant of await tenantsToBill(workerDatabase, today))
      await startScheduledRun(asTenant(tenantId(tenant)), ports, today).catch((error: unknown) => {
        log.error({ err: error, tenant }, 'billing-runs: a run could not be started');
      });
  },
};
