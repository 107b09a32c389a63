import { statement } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../assets-app.ts';
import type { RmmDevicesTable, Tables } from '../../tables.ts';

export type DeviceRecord = Selectable<RmmDevicesTable>;
export type DeviceWrite = Omit<Insertable<RmmDevicesTable>, 'version' | 'synced_at'>;

const findStatement = statement<Tables>()((db, p: { asset_id: string }) =>
  db.selectFrom('rmm_devices').selectAll().where('asset_id', '=', p.asset_id).orderBy('is_deleted').orderBy('synced_at', 'desc').limit(1),
);

/** The device that manages an asset: of several the one heard of last; one that is gone where there is no other. */
export function findDeviceOfAsset(db: Db, assetId: string): Promise<DeviceRecord | undefined> {
  return db.first(findStatement, { asset_id: assetId });
}

/** Reads a device and keeps others from changing it until the transaction ends. */
export async function lockDevice(tx: Tx, provider: string, externalDeviceId: string): Promise<DeviceRecord | undefined> {
  return tx
    .selectFrom('rmm_devices')
    .selectAll()
    .where('provider', '=', provider)
    .where('external_device_id', '=', externalDeviceId)
    .forUpdate()
    .executeTakeFirst();
}

/** Writes a device as it was heard of now, and raises its version. */
export async function saveDevice(tx: Tx, device: DeviceWrite): Promise<DeviceRecord> {
  const { provider, external_device_id, ...given } = device;
  const members = { ...given, synced_at: sql<string>`now()` };
  return tx
    .insertInto('rmm_devices')
    .values({ provider, external_device_id, ...members })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'provider', 'external_device_id'])
        .doUpdateSet({ ...members, synced_at: sql`excluded.synced_at`, version: sql`rmm_devices.version + 1` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Assets with a serial number that no device of the provider stands for yet: two at most, for one must be the only one. */
export async function assetsWithSerial(tx: Tx, provider: string, serialNumber: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('assets')
    .select('asset_id')
    .where(sql`lower(serial_number)`, '=', serialNumber.toLowerCase())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('rmm_devices as other')
            .select(sql`1`.as('one'))
            .whereRef('other.tenant', '=', 'assets.tenant')
            .whereRef('other.asset_id', '=', 'assets.asset_id')
            .where('other.provider', '=', provider)
            .where('other.is_deleted', '=', false),
        ),
      ),
    )
    .limit(2)
    .execute();
  return rows.map(({ asset_id }) => asset_id);
}

/** The ids of a provider's devices that are not known to be gone, in their order: so many at a time, from the one after the given. */
export async function devicesAfter(db: Db, provider: string, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('rmm_devices')
    .select('external_device_id')
    .where('provider', '=', provider)
    .where('is_deleted', '=', false)
    .where('external_device_id', '>', after)
    .orderBy('external_device_id')
    .limit(limit)
    .execute();
  return rows.map(({ external_device_id }) => external_device_id);
}
