import { statement } from '@psa/postgres-kit';
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../assets-app.ts';
import type { RmmDevicesTable, Tables } from '../../tables.ts';

export type DeviceRecord = Selectable<RmmDevicesTable>;
export type DeviceWrite = Insertable<RmmDevicesTable>;

const findStatement = statement<Tables>()((db, p: { asset_id: string }) => db.selectFrom('rmm_devices').selectAll()
  .where('asset_id', '=', p.asset_id).orderBy('synced_at', 'desc').limit(1));

/** The device that manages an asset: of several providers' the one heard of last. */
export function findDeviceOfAsset(db: Db, assetId: string): Promise<DeviceRecord | undefined> {
  return db.first(findStatement, { asset_id: assetId });
}
