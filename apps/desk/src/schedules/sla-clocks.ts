import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../desk-app.ts';
import { resetClocks } from '../resources/ticket/ticket-sla/stale-clocks.actions.ts';
import { findStaleChannels } from '../resources/ticket/ticket-sla/stale-clocks.records.ts';
import type { Tables } from '../tables.ts';

/** Max channels that one tick takes on; the rest come in the next. */
const MAX_CHANNELS = 50;

/** Brings the clocks of open tickets in line with channels whose hours, targets or pausing statuses changed. What it did not finish it does again. */
export const slaClocks: Schedule<Ports, Tables> = {
  name: 'sla-clocks',
  cron: '* * * * *',
  async run({ workerDatabase, asTenant, log }) {
    for (const { tenant, channel_id } of await findStaleChannels(workerDatabase, MAX_CHANNELS)) {
      const db = asTenant(tenantId(tenant));
      await resetClocks(db, channel_id).catch((error: unknown) => {
        log.error({ err: error, tenant, channel_id }, 'sla-clocks: the clocks of a channel could not be set');
      });
    }
  },
};
