import { addToRowCount, statement, type TenantBuilder, type TransactionCore } from '@psa/postgres-kit';
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../assets-app.ts';
import type { AssetsTable, Tables } from '../../tables.ts';

export type AssetRecord = Selectable<AssetsTable>;
/** A row of assets with the name of its client. */
export type AssetRow = AssetRecord & { client_name: string | null };

/** What a new asset is made of. */
export type NewAsset = Pick<AssetRecord, AssetColumn> & {
  /** As JSON. */
  readonly extension_data: string | null;
};
type AssetColumn =
  | 'asset_id'
  | 'client_id'
  | 'asset_type'
  | 'asset_tag'
  | 'name'
  | 'status'
  | 'location_id'
  | 'location'
  | 'serial_number'
  | 'purchase_date'
  | 'warranty_end_date';

/** Assets with their clients' names: the base of every read. */
export function assetRows(db: TenantBuilder<Tables>) {
  return db
    .selectFrom('assets')
    .leftJoin('client_replicas', (join) =>
      join.onRef('client_replicas.tenant', '=', 'assets.tenant').onRef('client_replicas.client_id', '=', 'assets.client_id'),
    )
    .selectAll('assets')
    .select('client_replicas.client_name');
}

const findStatement = statement<Tables>()((db, p: { asset_id: string }) => assetRows(db).where('assets.asset_id', '=', p.asset_id));

export function findAsset(db: Db, assetId: string): Promise<AssetRow | undefined> {
  return db.first(findStatement, { asset_id: assetId });
}

/** Reads an asset and keeps others from changing it until the transaction ends. */
export async function lockAsset(tx: Tx, assetId: string): Promise<AssetRecord | undefined> {
  return tx.selectFrom('assets').selectAll().where('asset_id', '=', assetId).forUpdate().executeTakeFirst();
}

const insertStatement = statement<Tables>()((db, p: NewAsset) =>
  db
    .insertInto('assets')
    .values({
      asset_id: p.asset_id,
      client_id: p.client_id,
      asset_type: p.asset_type,
      asset_tag: p.asset_tag,
      name: p.name,
      status: p.status,
      location_id: p.location_id,
      location: p.location,
      serial_number: p.serial_number,
      purchase_date: p.purchase_date,
      warranty_end_date: p.warranty_end_date,
      extension_data: p.extension_data,
    })
    .returningAll(),
);

export async function insertAsset(tx: Tx, asset: NewAsset): Promise<AssetRecord> {
  const row = await tx.first(insertStatement, asset);
  addToRowCount(tx, 'assets', 1);
  return row as AssetRecord;
}

/** {@link insertAsset} in a transaction of which all is known beforehand. @param use is given the row once it is durable */
export function insertAssetAtOnce(tx: TransactionCore, asset: NewAsset, use: (row: AssetRecord) => void): void {
  tx.readAtCommit<AssetRecord>(insertStatement.text, insertStatement.bind(tx.tenant, asset), ([row]) => use(row as AssetRecord));
  addToRowCount(tx, 'assets', 1);
}

/** Writes the changes and raises the version. */
export async function updateAssetRow(tx: Tx, assetId: string, changes: Updateable<AssetsTable>): Promise<AssetRecord> {
  return tx
    .updateTable('assets')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('asset_id', '=', assetId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Takes the assets of a client off a location and raises their versions. @returns the assets as they are afterwards */
export function clearLocation(tx: Tx, clientId: string, locationId: string): Promise<AssetRecord[]> {
  return tx
    .updateTable('assets')
    .set({ location_id: null, version: sql`version + 1`, updated_at: sql`now()` })
    .where('client_id', '=', clientId)
    .where('location_id', '=', locationId)
    .returningAll()
    .execute();
}

/** Raises the version for something that is shown with the asset and has changed. @returns the version, for the event */
export function touchAsset(tx: Tx, assetId: string): Promise<number> {
  return raiseVersion(tx, assetId, { has_belongings: true });
}

/** Raises the version for something that is told of an asset that itself stays as it is. @returns the version, for the event */
export function raiseAssetVersion(tx: Tx, assetId: string): Promise<number> {
  return raiseVersion(tx, assetId, {});
}

async function raiseVersion(tx: Tx, assetId: string, also: Updateable<AssetsTable>): Promise<number> {
  const { version } = await tx
    .updateTable('assets')
    .set({ ...also, version: sql`version + 1` })
    .where('asset_id', '=', assetId)
    .returning('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Deletes an asset; what belongs to it goes by foreign keys. */
export async function deleteAssetRow(tx: Tx, assetId: string): Promise<void> {
  await tx.deleteFrom('assets').where('asset_id', '=', assetId).execute();
  addToRowCount(tx, 'assets', -1);
}

export async function insertAssetChange(
  tx: Tx,
  change: { asset_id: string; change_id: string; changed_by: string; changes: object },
): Promise<void> {
  await tx
    .insertInto('asset_changes')
    .values({ ...change, changes: JSON.stringify(change.changes) })
    .execute();
}
