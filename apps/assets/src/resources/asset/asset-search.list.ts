import type { AssetExportQuery, AssetSearchQuery } from '@psa/contracts-assets';
import { containsPattern } from '@psa/postgres-kit';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../assets-app.ts';
import { type AssetRow, assetRows } from './asset.records.ts';

const COLUMNS = {
  asset_tag: 'assets.asset_tag',
  name: 'assets.name',
  serial_number: 'assets.serial_number',
  location: 'assets.location',
  client_name: 'client_replicas.client_name',
} as const;

const DEFAULT_FIELDS = ['asset_tag', 'name', 'serial_number', 'location'] as const;

/** Assets with the text in one of the fields, newest first. */
export function searchAssets(db: Db, query: AssetSearchQuery): Promise<AssetRow[]> {
  const pattern = containsPattern(query.query);
  // Values alone: the names of the members are the same on every asset of a type, and JSON's text would hide quotes behind backslashes.
  const inExtensionData = sql<SqlBool>`exists (select 1 from jsonb_path_query(assets.extension_data, 'strict $.**') as value
    where jsonb_typeof(value) in ('string', 'number') and value #>> '{}' ilike ${pattern})`;
  return selectedAssets(db, query)
    .where((eb) =>
      eb.or([
        ...(query.fields ?? DEFAULT_FIELDS).map((field) => eb(COLUMNS[field], 'ilike', pattern)),
        ...(query.include_extension_data === true ? [inExtensionData] : []),
      ]),
    )
    .orderBy('assets.created_at', 'desc')
    .orderBy('assets.asset_id', 'desc')
    .limit(query.limit)
    .execute();
}

/** Assets of any of the kinds, with any of the statuses, at any of the clients; a list that is not given excludes none. */
export function selectedAssets(db: Db, selection: Pick<AssetExportQuery, 'asset_types' | 'statuses' | 'client_ids'>) {
  const { asset_types, statuses, client_ids } = selection;
  let rows = assetRows(db);
  if (asset_types !== undefined) rows = rows.where('assets.asset_type', 'in', asset_types);
  if (statuses !== undefined) rows = rows.where('assets.status', 'in', statuses);
  if (client_ids !== undefined) rows = rows.where('assets.client_id', 'in', client_ids);
  return rows;
}
