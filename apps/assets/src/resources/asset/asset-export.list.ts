import type { AssetExportQuery } from '@psa/contracts-assets';
import { sql, type SqlBool } from 'kysely';
import type { Db } from '../../assets-app.ts';
import type { AssetRow } from './asset.records.ts';
import { selectedAssets } from './asset-search.list.ts';

const PAGE = 1000;

/** All assets an export selects, oldest first, in keyset pages: neither side holds more than one page. */
export async function* exportAssets(db: Db, query: AssetExportQuery): AsyncGenerator<AssetRow[]> {
  let after: AssetRow | undefined;
  for (;;) {
    let rows = selectedAssets(db, query).orderBy('assets.created_at').orderBy('assets.asset_id').limit(PAGE);
    if (after !== undefined)
      rows = rows.where(sql<SqlBool>`(assets.created_at, assets.asset_id) > (${after.created_at}, ${after.asset_id}::uuid)`);
    const page = await rows.execute();
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1);
  }
}
