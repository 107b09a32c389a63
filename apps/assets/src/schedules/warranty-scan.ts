import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../assets-app.ts';
import { thresholdBands } from '../resources/asset/asset.rules.ts';
import { tellExpiringWarranty } from '../resources/asset/warranty-notice.actions.ts';
import { endingWarranties } from '../resources/asset/warranty-notice.records.ts';
import type { Tables } from '../tables.ts';

/**
 * Tells of warranties that are about to end. Hourly, so that a missed run is made up for the same day; what was told is noted
 * in the transaction of the telling, so that a run that repeats or overlaps another tells nothing twice.
 */
export const warrantyScan: Schedule<Ports, Tables> = {
  name: 'warranty-scan',
  cron: '23 * * * *',
  async run({ workerDatabase, asTenant, ports: { warrantyThresholds }, now, log }) {
    for (const { threshold, after, until } of thresholdBands(warrantyThresholds, now.getTime())) {
      for await (const { tenant, asset_id } of endingWarranties(workerDatabase, after, until, threshold)) {
        const db = asTenant(tenantId(tenant));
        // One that fails is tried again by the next run and keeps the others from nothing.
        await tellExpiringWarranty(db, asset_id, warrantyThresholds, now.getTime()).catch((error: unknown) => {
          log.error({ err: error, tenant, asset_id }, 'warranty-scan: an asset could not be told of');
        });
      }
    }
  },
};
