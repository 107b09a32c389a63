import { notFound } from '@psa/contract-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../../identity-app.ts';
import { audit } from '../../audit/audit.ts';
import { deviceOf } from '../session/device.rules.ts';
import type { Cookies } from '../auth/auth-cookies.ts';
import { deviceCookieStem } from './device-tokens.ts';
import { deleteTrustedDevices, insertTrustedDevice, TRUSTED_DAYS, useTrustedDevice } from './trusted-device.records.ts';

type Reaches = Pick<Ports, 'auth' | 'devices'>;

/** Trusts the device a user signs in from: no code is asked for on it for 30 days. @returns a `Set-Cookie` value */
export async function trustDevice(tx: Tx, { auth: { cookies }, devices }: Reaches, userId: string): Promise<string> {
  const deviceId = uuidv7();
  const owner = { tenant: tx.tenant, userId };
  const { value, secretHash } = devices.issue(deviceId, owner);
  const { address = null, userAgent = null } = tx.context.origin ?? {};
  await insertTrustedDevice(tx, {
    device_id: deviceId,
    user_id: userId,
    secret_hash: secretHash,
    device_name: deviceOf(userAgent).device_name,
    ip_address: address,
  });
  audit(tx, { event_type: 'trusted_device_added', record_id: deviceId, subject_user_id: userId });
  return cookies.write(cookies.named(deviceCookieStem(owner)), value, { maxAgeSeconds: TRUSTED_DAYS * 86_400 });
}

/** Whether a request comes from a device that is trusted for this user. */
export async function isTrustedDevice(db: Db, { auth, devices }: Reaches, userId: string, cookies: Cookies): Promise<boolean> {
  const owner = { tenant: db.tenant, userId };
  const value = cookies.get(auth.cookies.named(deviceCookieStem(owner)));
  const read = value === undefined ? undefined : devices.read(value, owner);
  return read !== undefined && useTrustedDevice(db, userId, read.deviceId, read.secretHash);
}

/** Trusts a device no more. @throws NOT_FOUND */
export function forgetTrustedDevice(db: Db, userId: string, deviceId: string): Promise<void> {
  return db.transaction(async (tx) => {
    if ((await forget(tx, userId, deviceId)) === 0) throw notFound('Trusted device');
  });
}

/** Trusts none of a user's devices any more: also after a change of the password. */
export async function forgetTrustedDevices(tx: Tx, userId: string): Promise<void> {
  await forget(tx, userId);
}

async function forget(tx: Tx, userId: string, deviceId?: string): Promise<number> {
  const forgotten = await deleteTrustedDevices(tx, userId, deviceId);
  for (const record_id of forgotten) audit(tx, { event_type: 'trusted_device_removed', record_id, subject_user_id: userId });
  return forgotten.length;
}
