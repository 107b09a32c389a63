import type { AssetExportQuery, AssetSearchQuery } from '@psa/contracts-assets';
import { containsPattern } from '@psa/postgres-kit';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../assets-app.ts';
import { type AssetRow, assetRows } from './asset.records.ts';

const searchColumns = {
  asset_tag: 'assets.asset_tag', name: 'assets.name', serial_number: 'assets.serial_number', location: 'assets.location',
  client_name: 'client_replicas.client_name',
} as const;

const DEFAULT_FIELDS = ['asset_tag', 'name', 'serial_number', 'location'] as const;

/** Assets with the text in one of the fields, newest first. */
export function searchAssets(db: Db, query: AssetSearchQuery): Promise<AssetRow[]> {
  const pattern = containsPattern(query.query);
  const fields = query.fields === undefined || query.fields.length === 0 ? DEFAULT_FIELDS : query.fields;
  return selectedAssets(db, query)
    .where((eb) => eb.or([
      ...fields.map((field) => eb(searchColumns[field], 'ilike', pattern)),
      ...(query.include_extension_data === true ? [sql<SqlBool>`assets.extension_data::text ilike ${pattern}`] : []),
    ]))
    .orderBy('assets.created_at', 'desc').orderBy('assets.asset_id', 'desc')
    .limit(query.limit)
    .execute();
}

const EXPORT_PAGE = 1000;

/** All assets an export selects, oldest first, in keyset pages: neither side holds more than one page. */
export async function* exportAssets(db: Db, query: AssetExportQuery): AsyncGenerator<AssetRow[]> {
  let after: AssetRow | undefined;
  for (;;) {
    let rows = selectedAssets(db, query).orderBy('assets.created_at').orderBy('assets.asset_id').limit(EXPORT_PAGE);
    if (after !== undefined) rows = rows.where(sql<SqlBool>`(assets.created_at, assets.asset_id) > (${after.created_at}, ${after.asset_id}::uuid)`);
    const page = await rows.execute();
    if (page.length > 0) yield page;
    if (page.length < EXPORT_PAGE) return;
    after = page.at(-1);
  }
}

function selectedAssets(db: Db, selection: Pick<AssetSearchQuery, 'asset_types' | 'statuses' | 'client_ids'>) {
  const { asset_types, statuses, client_ids } = selection;
  return assetRows(db)
    .$if(asset_types !== undefined, (query) => query.where('assets.asset_type', 'in', asset_types ?? []))
    .$if(statuses !== undefined, (query) => query.where('assets.status', 'in', statuses ?? []))
    .$if(client_ids !== undefined, (query) => query.where('assets.client_id', 'in', client_ids ?? []));
}
