import type { ProviderHealth } from '@psa/contracts-email';
import type { z } from 'zod';
import type { Db } from '../../email-app.ts';
import { countQuarantined } from '../message/message.records.ts';
import type { ProviderRecord } from './provider.records.ts';

const DEGRADED_MS = 5 * 60_000;
/** From then on staff is told. */
export const FAILING_MS = 15 * 60_000;
/** Pushes are renewed when less than this is left. */
export const RENEW_BEFORE_MS = 24 * 3_600_000;

/** How a mailbox fares. @param now in milliseconds since the epoch */
export async function providerHealth(db: Db, row: ProviderRecord, now: number): Promise<z.input<typeof ProviderHealth>> {
  return {
    providerId: row.provider_id,
    status: statusOf(row, now),
    delivery_mode: deliveryMode(row, now),
    subscription_status: subscriptionStatus(row, now),
    subscription_expires_at: row.watch_expires_at,
    last_renewal_attempt_at: row.watch_attempt_at,
    last_renewal_result: row.watch_result,
    failure_reason: row.watch_error,
    last_notification_received_at: row.last_push_at,
    last_sync_at: row.last_sync_at,
    last_error: row.last_sync_error,
    consecutive_failures: row.sync_failures,
    next_sync_at: row.next_sync_at,
    quarantined: await countQuarantined(db, row.provider_id),
  };
}

function statusOf(row: ProviderRecord, now: number) {
  if (row.paused_at !== null || !row.is_active) return 'paused';
  const silence = now - Date.parse(row.last_sync_at ?? row.created_at);
  if (silence > FAILING_MS) return 'failing';
  return silence > DEGRADED_MS || row.sync_failures > 0 ? 'degraded' : 'healthy';
}

function deliveryMode(row: ProviderRecord, now: number) {
  if (!hasPush(row, now)) return 'polling';
  return row.provider_type === 'imap' ? 'idle' : 'push';
}

/** Whether pushes come: they are set up, and were not found silent while polling found mail. */
export function hasPush(row: ProviderRecord, now: number): boolean {
  // By IMAP the lease comes first, and the connection after it.
  if (row.provider_type === 'imap' && row.watch_result !== 'success') return false;
  return row.watch_expires_at !== null && Date.parse(row.watch_expires_at) > now && row.silent_runs < 3;
}

function subscriptionStatus({ provider_type, watch_expires_at, watch_result }: ProviderRecord, now: number) {
  // A connection that waits for mail is held for a minute at a time, and needs no renewal.
  if (provider_type === 'imap' && watch_result === 'success' && Date.parse(watch_expires_at ?? '') > now) return 'healthy';
  if (watch_result === null && watch_expires_at === null) return 'none';
  if (watch_result === 'failure' || watch_expires_at === null || Date.parse(watch_expires_at) <= now) return 'error';
  return Date.parse(watch_expires_at) - now < RENEW_BEFORE_MS ? 'renewing' : 'healthy';
}
