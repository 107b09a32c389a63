import { daysBetween } from '@psa/calendar';
import type { AccountingHealth, AccountingStatus } from '@psa/contracts-billing';
import { QUICKBOOKS_LIMITS } from '../../ports/accounting.ts';
import type { AccountingConnectionRow } from './accounting-connection.records.ts';

/** Refresh tokens with fewer days left are warned of: without a call they expire, and someone has to connect again. */
const WARNING_DAYS = 14;

const API_LIMITS = { calls_per_second: QUICKBOOKS_LIMITS.perSecond, calls_per_minute: QUICKBOOKS_LIMITS.perMinute };

/** What events say of a connection. */
export function factsOf({ connection_id, provider, realm_id }: AccountingConnectionRow) {
  return { connection_id, provider, realm_id };
}

export function toStatus(row: AccountingConnectionRow | undefined): AccountingStatus {
  if (row === undefined || row.status === 'disconnected') return { connected: false, connections: [], defaultRealmId: null };
  const { connection_id, realm_id: realmId, display_name: displayName, status, last_validated_at: lastValidatedAt, error } = row;
  return {
    connected: status !== 'expired',
    connections: [{ connection_id, realmId, displayName, status, lastValidatedAt, error }],
    defaultRealmId: realmId,
  };
}

/** @param statistics what was synchronized in the last 24 hours */
export function toHealth(
  row: AccountingConnectionRow | undefined,
  statistics: AccountingHealth['sync_statistics'],
  now: number,
): AccountingHealth {
  const figures = { api_limits: API_LIMITS, sync_statistics: statistics };
  if (row === undefined || row.status === 'disconnected')
    return {
      overall_status: 'unknown',
      last_health_check: row?.last_validated_at ?? null,
      connection_status: 'disconnected',
      health_checks: [],
      ...figures,
      recommendations: ['Connect QuickBooks'],
    };
  const { refresh_expires_at: ends } = row;
  const today = new Date(now).toISOString();
  const daysLeft = ends === null || ends <= today ? -1 : daysBetween(today.slice(0, 10), ends.slice(0, 10));
  const connection = { active: 'healthy', error: 'warning', expired: 'critical' } as const;
  const checks: AccountingHealth['health_checks'] = [
    { name: 'connection', status: connection[row.status], message: row.error ?? 'The last call succeeded' },
    {
      name: 'refresh_token',
      status: daysLeft < 0 ? 'critical' : daysLeft < WARNING_DAYS ? 'warning' : 'healthy',
      message: daysLeft < 0 ? 'The refresh token has expired' : `The refresh token is valid for ${daysLeft} more days`,
    },
  ];
  if (statistics.syncs > 0)
    checks.push({
      name: 'syncs',
      status: statistics.failed_syncs > 0 ? 'warning' : 'healthy',
      message: `${statistics.failed_syncs} of ${statistics.syncs} syncs of the last 24 hours had failures`,
    });
  const worst = (['critical', 'warning'] as const).find((status) => checks.some((check) => check.status === status)) ?? 'healthy';
  return {
    overall_status: worst,
    last_health_check: row.last_validated_at,
    connection_status: row.status,
    health_checks: checks,
    ...figures,
    recommendations: [
      ...(row.status === 'expired' || daysLeft < WARNING_DAYS ? ['Connect QuickBooks again'] : []),
      ...(statistics.failed_syncs > 0 ? ['Look at the records that failed: GET sync/history?status=partial'] : []),
      ...(row.status === 'error' ? ['Test the connection; if it still fails, look at the status page of QuickBooks'] : []),
    ],
  };
}
