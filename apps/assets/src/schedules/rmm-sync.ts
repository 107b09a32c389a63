import { tenantId } from '@psa/contract-kit';
import { limitConcurrency, type Schedule } from '@psa/work-kit';
import type { Ports } from '../assets-app.ts';
import { dueSyncs } from '../resources/rmm/rmm-integration/rmm-integration.records.ts';
import { beginSync, runSync } from '../resources/rmm/rmm-integration/rmm-sync.actions.ts';
import type { Tables } from '../tables.ts';

/** Integrations that one tick takes on; the rest come first in the next. */
const AT_A_TIME = 200;
/** Tenants' servers are slow one by one; few at a time leave the database to the requests. */
const SIDE_BY_SIDE = 3;
/** A tick begins nothing new after this time: the next must find the lock free. */
const TICK_MS = 4 * 60 * 1000;

/**
 * Synchronises with the providers whose time has come: what their lists say at the tenant's interval, and once a day every
 * device in full. A run of a process that died is taken up again.
 */
export const rmmSync: Schedule<Ports, Tables> = {
  name: 'rmm-sync',
  cron: '*/5 * * * *',
  async run({ workerDatabase, asTenant, ports, now, log }) {
    if (ports.rmm.offered.length === 0) return;
    const due = await dueSyncs(workerDatabase, AT_A_TIME);
    const inTurn = limitConcurrency(SIDE_BY_SIDE);
    await Promise.all(
      due.map(({ tenant, provider, wants_full }) =>
        inTurn(async () => {
          if (Date.now() - now.getTime() >= TICK_MS) return;
          const db = asTenant(tenantId(tenant));
          const syncType = wants_full ? 'full' : 'incremental';
          // One that fails is tried again when its time comes again, and keeps the others from nothing.
          await db
            .transaction((tx) => beginSync(tx, provider, syncType))
            .then((started) => runSync(db, ports, started, syncType))
            .catch((error: unknown) => {
              log.error({ err: error, tenant, provider }, 'rmm-sync: a synchronisation could not be run');
            });
        }),
      ),
    );
  },
};
