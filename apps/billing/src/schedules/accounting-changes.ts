import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../billing-app.ts';
import { connectedTenants, deleteOldSyncs } from '../resources/accounting-sync/connected-tenants.records.ts';
import { requestScheduledSync } from '../resources/accounting-sync/request-sync.actions.ts';
import type { Tables } from '../tables.ts';

/** Takes over what was paid at accounting systems, and deletes what is known of old syncs. What keeps one tenant from it keeps none of the others. */
export const accountingChanges: Schedule<Ports, Tables> = {
  name: 'accounting-changes',
  cron: '*/15 * * * *',
  async run({ workerDatabase, asTenant, log }) {
    for (const tenant of await connectedTenants(workerDatabase))
      await requestScheduledSync(asTenant(tenantId(tenant))).catch((error: unknown) => {
        log.error({ err: error, tenant }, 'accounting-changes: a sync could not be started');
      });
    await deleteOldSyncs(workerDatabase);
  },
};
