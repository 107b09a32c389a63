import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../identity-app.ts';
import { accessCatalogue } from '../resources/access/grant/access-catalogue.ts';
import { syncAccess } from '../resources/access/role/access-catalogue.actions.ts';
import { tenantsNotAt } from '../resources/directory/tenant/tenant.records.ts';
import type { Tables } from '../tables.ts';

/** Gives tenants the permissions they do not know yet, and their default roles those they lack: when a new release starts, and once a day for any that failed then. */
export const syncAccessCatalogue: Schedule<Ports, Tables> = {
  name: 'sync-access-catalogue',
  cron: '23 3 * * *',
  atStart: true,
  async run({ workerDatabase, asTenant, log }) {
    for (const tenant of await tenantsNotAt(workerDatabase, accessCatalogue)) {
      await syncAccess(asTenant(tenantId(tenant))).catch((error: unknown) => {
        log.error({ err: error, tenant_id: tenant }, 'a tenant could not be given its new permissions; tried again tomorrow');
      });
    }
  },
};
