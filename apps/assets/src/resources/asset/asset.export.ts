import type { AssetExportQuery } from '@psa/contracts-assets';
import { ASSET_API_VERSION } from '@psa/http-kit';
import type { Db } from '../../assets-app.ts';
import { exportAssets } from './asset-export.list.ts';
import { toAsset } from './asset.view.ts';

/** The selected assets as their export rows, page by page. */
export async function* exportedAssets(db: Db, query: AssetExportQuery): AsyncGenerator<object[]> {
  for await (const rows of exportAssets(db, query)) yield rows.map((row) => toAsset(row));
}

/** The success envelope around all rows, written as they are read. */
export async function* jsonExport(columns: readonly string[], pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  yield '{"success":true,"data":{"data":[';
  let separator = '';
  for await (const rows of pages) {
    yield separator + rows.map((row) => JSON.stringify(row, [...columns])).join(',');
    separator = ',';
  }
  yield `]},"meta":{"timestamp":"${new Date().toISOString()}","version":"${ASSET_API_VERSION}"}}`;
}
