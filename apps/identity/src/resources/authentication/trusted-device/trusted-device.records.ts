import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../../identity-app.ts';
import type { TrustedDevicesTable } from '../../../tables.ts';

/** For how long a device is trusted. */
export const TRUSTED_DAYS = 30;

export type TrustedDeviceRecord = Selectable<TrustedDevicesTable>;

/** Nobody has more devices; whoever trusts yet another gives up the oldest. */
const MOST_DEVICES = 20;

export interface NewTrustedDevice {
  readonly device_id: string;
  readonly user_id: string;
  readonly secret_hash: string;
  readonly device_name: string;
  readonly ip_address: string | null;
}

export async function insertTrustedDevice(tx: Tx, device: NewTrustedDevice): Promise<void> {
  await tx
    .insertInto('trusted_devices')
    .values({ ...device, expires_at: sql`now() + make_interval(days => ${TRUSTED_DAYS})` as never })
    .execute();
  await tx
    .deleteFrom('trusted_devices')
    .where('user_id', '=', device.user_id)
    .where((eb) =>
      eb.or([
        eb('expires_at', '<=', sql<string>`now()`),
        eb(
          'device_id',
          'in',
          sql<string>`(select device_id from trusted_devices where tenant = ${tx.tenant} and user_id = ${device.user_id} order by created_at desc, device_id desc offset ${MOST_DEVICES})`,
        ),
      ]),
    )
    .execute();
}

/** Notes that a device spared its user a code. @returns false when it is not trusted: unknown, forgotten or after its time */
export async function useTrustedDevice(db: Db, userId: string, deviceId: string, secretHash: string): Promise<boolean> {
  const used = await db
    .updateTable('trusted_devices')
    .set({ last_used_at: sql`now()` })
    .where('device_id', '=', deviceId)
    .where('user_id', '=', userId)
    .where('secret_hash', '=', secretHash)
    .where('expires_at', '>', sql<string>`now()`)
    .returning('device_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Those that are trusted now, newest first; there are few. */
export async function listTrustedDevices(db: Db, userId: string): Promise<TrustedDeviceRecord[]> {
  return db
    .selectFrom('trusted_devices')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('created_at', 'desc')
    .orderBy('device_id')
    .limit(MOST_DEVICES)
    .execute();
}

/** @param deviceId all of the user's when absent @returns ids of those that were trusted until now */
export async function deleteTrustedDevices(tx: Tx, userId: string, deviceId?: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('trusted_devices')
    .where('user_id', '=', userId)
    .$if(deviceId !== undefined, (query) => query.where('device_id', '=', deviceId as string))
    .returning('device_id')
    .execute();
  return rows.map(({ device_id }) => device_id);
}
