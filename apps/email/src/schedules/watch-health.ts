import { tenantId } from '@psa/contract-kit';
import { emailProviderEvents } from '@psa/contracts-email';
import { emit } from '@psa/events-kit';
import type { Schedule } from '@psa/work-kit';
import type { Ports } from '../email-app.ts';
import { queueMailboxNotice } from '../resources/outbound/mailbox-notice.actions.ts';
import { lockProvider, updateProviderRow } from '../resources/provider/provider.records.ts';
import { providerFacts } from '../resources/provider/provider.view.ts';
import type { Tables } from '../tables.ts';

const MAX_ALERTS = 500;
const SILENT = `select tenant, provider_id from mail_providers
  where is_active and paused_at is null and next_sync_at is not null and unhealthy_since is null
    and coalesce(last_sync_at, created_at) < now() - interval '14 minutes'
  order by tenant, provider_id limit $1`;

/** Tells of mailboxes that have been silent for a quarter of an hour: by an event, because mail may be what fails. */
export const watchHealth: Schedule<Ports, Tables> = {
  name: 'watch-mailbox-health',
  cron: '* * * * *',
  run: async ({ workerDatabase, asTenant }) => {
    for (const { tenant, provider_id } of await workerDatabase.query<{ tenant: string; provider_id: string }>(SILENT, [MAX_ALERTS]))
      await asTenant(tenantId(tenant)).transaction(async (tx) => {
        const before = await lockProvider(tx, provider_id);
        if (before === undefined || before.unhealthy_since !== null) return;
        const row = await updateProviderRow(tx, provider_id, { unhealthy_since: new Date().toISOString() });
        const { last_sync_at, last_sync_error } = row;
        emit(tx, emailProviderEvents.unhealthy, { ...providerFacts(row), last_sync_at, error: last_sync_error }, row.version);
        queueMailboxNotice(tx, provider_id, 'mailbox_silent');
      });
  },
};
