import type { Database } from '@psa/postgres-kit';

/** Tenants one tick starts runs of; the rest come with the next. */
const AT_A_TIME = 1_000;

/** Tenants with a client that is billed by itself and due, and without a scheduled run under way. */
export async function tenantsToBill(workerDatabase: Database, today: string): Promise<string[]> {
  const rows = await workerDatabase.query<{ tenant: string }>(
    `select distinct client.tenant from client_replicas client
     left join client_billing billing on billing.tenant = client.tenant and billing.client_id = client.client_id
     where client.auto_invoice and not client.is_inactive and not client.is_deleted
       and coalesce(billing.next_cycle_start, $1) <= $1::date and coalesce(billing.retry_on, $1) <= $1::date
       and not exists (select 1 from billing_runs run where run.tenant = client.tenant and run.status = 'running' and run.trigger = 'schedule')
     limit ${AT_A_TIME}`,
    [today],
  );
  return rows.map(({ tenant }) => tenant);
}
