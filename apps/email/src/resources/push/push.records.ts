import type { Database } from '@psa/postgres-kit';

export interface PushTarget {
  readonly tenant: string;
  readonly provider_id: string;
  readonly subscription_state: string | null;
  readonly sealed_client_state: string | null;
}

const FIND = `select tenant, provider_id, subscription_state, sealed_client_state from mail_providers
  where subscription_ref = $1 and provider_type = $2`;

/** The mailboxes a subscription was made for. The only look-up across tenants: the push has been verified before. */
export function findPushTargets(
  workerDatabase: Database,
  subscription: string,
  providerType: 'google' | 'microsoft',
): Promise<PushTarget[]> {
  return workerDatabase.query<PushTarget & object>(FIND, [subscription, providerType]);
}

const NOTE = `update mail_providers set last_push_at = now(), silent_runs = 0,
    next_sync_at = case when is_active and paused_at is null then (select now()) else next_sync_at end,
    watch_expires_at = case when $3 then null else watch_expires_at end
  where tenant = $1 and provider_id = $2`;

/** Notes durably that there is something to fetch. @param isEnded the subscription is gone, and has to be made anew */
export async function notePush(workerDatabase: Database, { tenant, provider_id }: PushTarget, isEnded = false): Promise<void> {
  await workerDatabase.query(NOTE, [tenant, provider_id, isEnded]);
}
