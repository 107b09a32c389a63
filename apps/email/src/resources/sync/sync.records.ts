import type { Database } from '@psa/postgres-kit';
import type { Updateable } from 'kysely';
import type { Db } from '../../email-app.ts';
import type { MailProvidersTable } from '../../tables.ts';

export interface ClaimedSync {
  readonly tenant: string;
  readonly provider_id: string;
  readonly sync_lease: string;
}

const CLAIM = `update mail_providers provider set sync_lease = gen_random_uuid(), next_sync_at = now() + $2::bigint * interval '1 millisecond'
  from (
    select tenant, provider_id from mail_providers
    where next_sync_at <= now() and is_active and paused_at is null
      and not exists (select from tenant_replicas replica where replica.tenant = mail_providers.tenant and replica.is_suspended)
    order by next_sync_at limit $1 for update skip locked
  ) due
  where provider.tenant = due.tenant and provider.provider_id = due.provider_id
  returning provider.tenant, provider.provider_id, provider.sync_lease`;

/** Takes mailboxes whose time has come, those that wait longest first. Lost with its process, one is due again after the lease. */
export function claimSyncs(workerDatabase: Database, limit: number, leaseMs: number): Promise<ClaimedSync[]> {
  return workerDatabase.query<ClaimedSync & object>(CLAIM, [limit, leaseMs]);
}

/** Notes how a round ended. @returns whether the round was still this process's, from the cursor it began with */
export async function noteSync(
  db: Db,
  { provider_id, sync_lease }: ClaimedSync,
  generation: number,
  changes: Updateable<MailProvidersTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail_providers')
    .set(changes)
    .where('provider_id', '=', provider_id)
    .where('sync_lease', '=', sync_lease)
    .where('generation', '=', generation)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}
