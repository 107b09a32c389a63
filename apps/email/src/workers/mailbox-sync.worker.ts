import { tenantId } from '@psa/contract-kit';
import { repeatEvery, wakeWorker, type Worker } from '@psa/work-kit';
import type { Ports } from '../email-app.ts';
import { MAILBOX_SYNC } from '../resources/sync/names.ts';
import { syncMailbox } from '../resources/sync/sync-mailbox.actions.ts';
import { claimSyncs, releaseSync, renewSync } from '../resources/sync/sync.records.ts';
import type { Tables } from '../tables.ts';

/** Mailboxes one process fetches from at the same time. */
const MAX_CONCURRENT_SYNCS = 16;
/** A mailbox whose process died is fetched from again after it. Renewed as long as a round goes on. */
const LEASE_MS = 1_000;
const RENEW_MS = 200;

/** Fetches from the mailboxes of all tenants, many at the same time, so that a slow one delays no other. */
export const mailboxSyncWorker: Worker<Ports, Tables> = {
  name: MAILBOX_SYNC,
  pollMs: LEASE_MS / 2,
  open: ({ workerDatabase, ports, log }) => {
    const underWay = new Set<Promise<void>>();
    return {
      async round() {
        const room = MAX_CONCURRENT_SYNCS - underWay.size;
        if (room <= 0) return false;
        const claimed = await claimSyncs(workerDatabase, room, LEASE_MS);
        for (const one of claimed) {
          const db = ports.asTenant({
            tenant: tenantId(one.tenant),
            actor: { id: 'email', type: 'system' },
            correlationId: `mailbox-sync-${crypto.randomUUID()}`,
          });
          const stopRenewing = repeatEvery(
            RENEW_MS,
            () => renewSync(workerDatabase, one, LEASE_MS),
            (error) => log.warn({ err: error }, 'a lease could not be renewed'),
          );
          const done = syncMailbox(db, ports, one)
            .catch((error: unknown) => log.error({ err: error, provider_id: one.provider_id }, 'a round of fetching could not be noted'))
            .then(stopRenewing)
            .then(() => releaseSync(workerDatabase, one))
            .catch((error: unknown) => log.warn({ err: error }, 'a lease could not be given back: it ends by itself'))
            .finally(() => {
              underWay.delete(done);
              wakeWorker(MAILBOX_SYNC);
            });
          underWay.add(done);
        }
        return claimed.length === room && underWay.size < MAX_CONCURRENT_SYNCS;
      },
      async close() {
        await Promise.all(underWay);
      },
    };
  },
};
