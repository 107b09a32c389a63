import { ApiError, invalidField } from '@psa/contract-kit';
import type { UpdateAsset } from '@psa/contracts-assets';
import { ExternalIds } from '@psa/postgres-kit';
import type { Db, Ports, Tx } from '../../assets-app.ts';
import { updateAssetIn } from './asset.actions.ts';
import type { AssetRow } from './asset.records.ts';

const externalIds = new ExternalIds('assets');

export interface BulkItem {
  readonly asset_id: string;
  readonly data: UpdateAsset;
}

/**
 * Changes assets all together or not at all.
 * @param list name of the input's list and, where its elements are objects, of the id in them, for naming faults
 * @throws VALIDATION_ERROR for an asset named twice, NOT_FOUND naming the first unknown one
 */
export function updateAssets(db: Db, ports: Ports, items: readonly BulkItem[], list: { name: string; id?: string }): Promise<AssetRow[]> {
  const at = (index: number) => [list.name, index, ...(list.id === undefined ? [] : [list.id])];
  items.forEach(({ asset_id }, index) => {
    if (items.findIndex((other) => other.asset_id === asset_id) < index) throw invalidField(at(index), 'is named twice', 'duplicate');
  });
  return db.transaction(async (tx) => {
    const rows = new Map<string, AssetRow>();
    // In one order everywhere, so that two bulk changes of the same assets cannot wait for each other.
    for (const { asset_id, data } of [...items].sort((a, b) => a.asset_id.localeCompare(b.asset_id))) {
      rows.set(
        asset_id,
        await changeAsset(tx, ports, asset_id, data).catch((error: unknown) => {
          const index = items.findIndex((item) => item.asset_id === asset_id);
          throw error instanceof ApiError ? located(error, at(index)) : error;
        }),
      );
    }
    return items.map(({ asset_id }) => rows.get(asset_id) as AssetRow);
  });
}

async function changeAsset(tx: Tx, ports: Ports, assetId: string, { external_ids, ...changes }: UpdateAsset): Promise<AssetRow> {
  const row = await updateAssetIn(tx, ports, assetId, changes);
  if (external_ids !== undefined) await externalIds.replace(tx, assetId, external_ids);
  return row;
}

/** Says which of the assets an error is about. */
function located(error: ApiError, path: (string | number)[]): ApiError {
  if (error.code === 'NOT_FOUND') return new ApiError('NOT_FOUND', error.message, [{ code: 'not_found', path, message: error.message }]);
  if (!Array.isArray(error.details)) return error;
  const issues = error.details as { path: (string | number)[] }[];
  return new ApiError(
    error.code,
    error.message,
    issues.map((issue) => ({ ...issue, path: [...path.slice(0, 2), 'data', ...issue.path] })),
  );
}
