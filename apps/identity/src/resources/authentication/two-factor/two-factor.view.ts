import type { TrustedDevice, TwoFactorStatus } from '@psa/contracts-identity';
import type { TrustedDeviceRecord } from '../trusted-device/trusted-device.records.ts';
import type { TwoFactorCounts, TwoFactorRecord } from './two-factor.records.ts';

export function toTwoFactorStatus(userId: string, factor: TwoFactorRecord | undefined, counts: TwoFactorCounts): TwoFactorStatus {
  return { user_id: userId, enabled: factor !== undefined, enabled_at: factor?.created_at ?? null, ...counts };
}

export function toTrustedDevice({
  device_id,
  device_name,
  ip_address,
  created_at,
  last_used_at,
  expires_at,
}: TrustedDeviceRecord): TrustedDevice {
  return { device_id, device_name, ip_address, created_at, last_used_at, expires_at };
}
