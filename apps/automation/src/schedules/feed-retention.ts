import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../automation-app.ts';
import { positionBefore, pruneFeed, readFeedHead, tenantsWithFeeds } from '../resources/event-feed/event-feed.records.ts';
import type { Tables } from '../tables.ts';

/** As the contract says. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const DELETED_AT_ONCE = 5_000;

/** Drops what the feeds no longer keep. */
export const feedRetention: Schedule<Ports, Tables> = {
  name: 'feed-retention',
  cron: '37 * * * *',
  async run({ workerDatabase, asTenant, now }) {
    const cutoff = new Date(now.getTime() - KEPT_MS).toISOString();
    for (const tenant of await tenantsWithFeeds(workerDatabase)) {
      const db = asTenant(tenantId(tenant));
      const until = await positionBefore(db, await readFeedHead(db), cutoff);
      while ((await pruneFeed(db, until, DELETED_AT_ONCE)) === DELETED_AT_ONCE);
    }
  },
};
