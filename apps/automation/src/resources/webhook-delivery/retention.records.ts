import { type Database, deleteInBatches } from '@psa/postgres-kit';

/** As the contract says. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Deletes what is older than is kept, with its attempts. */
export async function deleteOldDeliveries(workerDatabase: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS).toISOString();
  await deleteInBatches(workerDatabase, {
    table: 'webhook_deliveries',
    key: ['tenant', 'delivery_id'],
    where: 'created_at < $1',
    values: [before],
  });
}

/** Webhooks of which there are deliveries, by stepping over all those of one. */
const GONE = `with recursive owners as (
    (select tenant, webhook_id from webhook_deliveries order by tenant, webhook_id limit 1)
    union all
    select next.* from owners, lateral (
      select tenant, webhook_id from webhook_deliveries where (tenant, webhook_id) > (owners.tenant, owners.webhook_id) order by tenant, webhook_id limit 1
    ) next
  )
  select tenant, webhook_id from owners where not exists (select 1 from webhooks where webhooks.tenant = owners.tenant and webhooks.webhook_id = owners.webhook_id)`;

/** The same where tenants lie on several nodes, which step through no index together. */
const GONE_ON_NODES = `select tenant, webhook_id from (select distinct tenant, webhook_id from webhook_deliveries) owners
  where not exists (select 1 from webhooks where webhooks.tenant = owners.tenant and webhooks.webhook_id = owners.webhook_id)`;

/** Deletes what was sent to webhooks that no longer exist. */
export async function deleteDeliveriesOfGoneWebhooks(workerDatabase: Database): Promise<void> {
  const { takesByTenant } = await workerDatabase.detectedTenantForm();
  const gone = await workerDatabase.query<{ tenant: string; webhook_id: string }>(takesByTenant ? GONE_ON_NODES : GONE);
  for (const { tenant, webhook_id } of gone) {
    await deleteInBatches(workerDatabase, {
      table: 'webhook_deliveries',
      key: ['tenant', 'delivery_id'],
      where: 'tenant = $1 and webhook_id = $2',
      values: [tenant, webhook_id],
    });
  }
}
