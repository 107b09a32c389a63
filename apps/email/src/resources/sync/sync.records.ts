import { type Database, RowClaim } from '@psa/postgres-kit';
import { type RawBuilder, sql, type UpdateObject } from 'kysely';
import type { Db } from '../../email-app.ts';
import type { Tables } from '../../tables.ts';

export interface ClaimedSync {
  readonly tenant: string;
  readonly provider_id: string;
  readonly sync_lease: string;
}

const CLAIM = new RowClaim<ClaimedSync>({
  table: 'mail_providers',
  key: ['tenant', 'provider_id'],
  where: `next_sync_at <= now() and (lease_until is null or lease_until < now()) and is_active and paused_at is null
    and not exists (select from tenant_replicas replica where replica.tenant = due.tenant and replica.is_suspended)`,
  orderBy: 'next_sync_at',
  tenantsBy: 'min(next_sync_at)',
  set: "lease_until = now() + $2::bigint * interval '1 millisecond'",
  parameters: 1,
  lease: 'sync_lease',
  returning: 'claimed.tenant, claimed.provider_id, claimed.sync_lease',
});

/** Takes mailboxes whose time has come, those that wait longest first. Lost with its process, one is due again after the lease. */
export function claimSyncs(workerDatabase: Database, limit: number, leaseMs: number): Promise<ClaimedSync[]> {
  return CLAIM.take(workerDatabase, limit, [leaseMs]);
}

const HELD = 'tenant = $1 and provider_id = $2 and sync_lease = $3';
const RENEW = `update mail_providers set lease_until = now() + $4::bigint * interval '1 millisecond' where ${HELD} and lease_until is not null`;
const RELEASE = `update mail_providers set lease_until = null where ${HELD}`;

/** Keeps a mailbox for another while. */
export async function renewSync(
  workerDatabase: Database,
  { tenant, provider_id, sync_lease }: ClaimedSync,
  leaseMs: number,
): Promise<void> {
  await workerDatabase.query(RENEW, [tenant, provider_id, sync_lease, leaseMs]);
}

/** Gives a mailbox back, whatever became of the round. */
export async function releaseSync(workerDatabase: Database, { tenant, provider_id, sync_lease }: ClaimedSync): Promise<void> {
  await workerDatabase.query(RELEASE, [tenant, provider_id, sync_lease]);
}

/** Notes how a round ended. @returns whether the round was still this process's, from the cursor it began with */
export async function noteSync(
  db: Db,
  { provider_id, sync_lease }: ClaimedSync,
  generation: number,
  changes: UpdateObject<Tables, 'mail_providers'>,
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

/** When to fetch next: at once if a push came since an instant. @param at otherwise, in milliseconds since the epoch */
export function unlessPushed(since: string, at: number): RawBuilder<string> {
  return sql<string>`case when last_push_at >= ${since} then (select now()) else ${new Date(at).toISOString()}::timestamptz end`;
}
