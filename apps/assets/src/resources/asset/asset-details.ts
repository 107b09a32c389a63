import { statement } from '@psa/postgres-kit';
import type { Db } from '../../assets-app.ts';
import type { Tables } from '../../tables.ts';
import { type AssetRow, assetRows } from './asset.records.ts';
import { type AssetBelongings, nothingBelongs } from './asset.view.ts';

/** An asset with what belongs to it, read in one statement. */
const detailsStatement = statement<Tables>()((db, p: { asset_id: string }) => assetRows(db)
  .where('assets.asset_id', '=', p.asset_id));

export async function findAssetDetails(db: Db, assetId: string): Promise<{ row: AssetRow; belongings: AssetBelongings } | undefined> {
  const found = await db.first(detailsStatement, { asset_id: assetId });
  return found === undefined ? undefined : { row: found, belongings: nothingBelongs };
}
