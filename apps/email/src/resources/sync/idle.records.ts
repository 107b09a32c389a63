import { type Database, RowClaim } from '@psa/postgres-kit';

/** A mailbox whose mail this process waits for. */
export interface IdleMailbox {
  readonly tenant: string;
  readonly provider_id: string;
  /** Changed since: the connection is to be made anew. */
  readonly generation: number;
  readonly sealed_secrets: string | null;
}

/** One folder is waited for; more are polled. What failed is left alone for a minute. */
const WATCHABLE = `provider_type = 'imap' and is_active and paused_at is null and status = 'connected'
  and jsonb_array_length(coalesce(config->'folder_filters', '[]'::jsonb)) <= 1`;

const CLAIM = new RowClaim<IdleMailbox>({
  table: 'mail_providers',
  key: ['tenant', 'provider_id'],
  where: `${WATCHABLE} and (watch_expires_at is null or watch_expires_at < now())
    and (watch_result is distinct from 'failure' or watch_attempt_at < now() - interval '1 minute')`,
  orderBy: 'watch_attempt_at nulls first',
  tenantsBy: "min(coalesce(watch_attempt_at, '-infinity'))",
  set: "idle_lease = $2, watch_expires_at = now() + $3::bigint * interval '1 millisecond', watch_attempt_at = now(), watch_result = null",
  parameters: 2,
  returning: 'claimed.tenant, claimed.provider_id, claimed.generation, claimed.sealed_secrets',
});

const RENEW = `update mail_providers set watch_expires_at = now() + $2::bigint * interval '1 millisecond'
  where idle_lease = $1 and ${WATCHABLE} and provider_id = any($3::uuid[])
  returning tenant, provider_id, generation, sealed_secrets`;

/** What failed is polled at once, not when the poll beside a working watch is due: that finds the mail and tells why signing in fails. */
const RELEASE = `update mail_providers set idle_lease = null, watch_expires_at = null, watch_result = case when $3::text is null then null else 'failure' end, watch_error = $3,
    next_sync_at = case when $3::text is null or next_sync_at is null then next_sync_at else least(next_sync_at, moment.now) end
  from (select now()) moment where idle_lease = $1 and provider_id = any($2::uuid[])`;

const NOTE_MAIL = `update mail_providers set last_push_at = now(), silent_runs = 0, next_sync_at = now(), watch_result = 'success', watch_error = null
  where tenant = $3 and provider_id = $2 and idle_lease = $1 and is_active and paused_at is null`;

/** Claims mailboxes without a watcher. A claim whose process died expires with its lease. */
export function claimIdle(workerDatabase: Database, limit: number, owner: string, leaseMs: number): Promise<IdleMailbox[]> {
  return CLAIM.take(workerDatabase, limit, [owner, leaseMs]);
}

/** Keeps mailboxes for another while. @returns those that are still to be waited for */
export async function renewIdle(
  workerDatabase: Database,
  owner: string,
  leaseMs: number,
  providerIds: readonly string[],
): Promise<IdleMailbox[]> {
  return providerIds.length === 0 ? [] : workerDatabase.query<IdleMailbox & object>(RENEW, [owner, leaseMs, providerIds]);
}

/** Releases mailboxes, which are polled from then on. @param error why they cannot be watched */
export async function releaseIdle(
  workerDatabase: Database,
  owner: string,
  providerIds: readonly string[],
  error: string | null,
): Promise<void> {
  if (providerIds.length > 0) await workerDatabase.query(RELEASE, [owner, providerIds, error]);
}

/** Notes that there is something to fetch. */
export async function noteIdleMail(
  workerDatabase: Database,
  owner: string,
  { tenant, provider_id }: Pick<IdleMailbox, 'tenant' | 'provider_id'>,
): Promise<void> {
  await workerDatabase.query(NOTE_MAIL, [owner, provider_id, tenant]);
}
