import { tenantId } from '@psa/contract-kit';
import { limitConcurrency, type Schedule } from '@psa/work-kit';
import type { Ports } from '../email-app.ts';
import { findProvider } from '../resources/provider/provider.records.ts';
import { setUpWatch } from '../resources/sync/watch.actions.ts';
import type { Tables } from '../tables.ts';

const RENEWALS_AT_ONCE = 8;
const MAX_RENEWALS = 1_000;
/** Gmail is renewed daily, as Google advises; Graph a day before its subscriptions end; what failed every hour. */
const DUE = `select tenant, provider_id from mail_providers
  where is_active and paused_at is null and watch_attempt_at is not null and provider_type in ('google', 'microsoft')
    and (watch_expires_at is null or watch_expires_at < now() + interval '24 hours' or watch_attempt_at < now() - interval '24 hours' or watch_result = 'failure')
    and watch_attempt_at < now() - interval '10 minutes'
  order by watch_attempt_at limit $1`;

/** Renews push notifications before they end. */
export const renewWatches: Schedule<Ports, Tables> = {
  name: 'renew-watches',
  cron: '7,37 * * * *',
  run: async ({ workerDatabase, ports, asTenant, log }) => {
    const due = await workerDatabase.query<{ tenant: string; provider_id: string }>(DUE, [MAX_RENEWALS]);
    const inTurn = limitConcurrency(RENEWALS_AT_ONCE);
    await Promise.all(
      due.map(({ tenant, provider_id }) =>
        inTurn(async () => {
          const db = asTenant(tenantId(tenant));
          const provider = await findProvider(db, provider_id);
          if (provider !== undefined) await setUpWatch(db, ports, provider, { force: true });
        }).catch((error: unknown) => log.error({ err: error, provider_id }, 'push notifications could not be renewed')),
      ),
    );
  },
};
