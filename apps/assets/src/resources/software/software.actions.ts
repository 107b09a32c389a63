import { notFound } from '@psa/contract-kit';
import { softwareEvents } from '@psa/contracts-assets';
import { emit } from '@psa/events-kit';
import type { Db, Tx } from '../../assets-app.ts';
import type { InventoryItem } from '../../ports/rmm-connector.ts';
import { lockAsset, touchAsset } from '../asset/asset.records.ts';
import { insertSoftware, knownSoftware, markUninstalled, updateSoftware } from './software.records.ts';
import { foundSoftware, reconcileSoftware } from './software.rules.ts';

export interface InventoryOutcome {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** Takes over all software of an asset. @throws NOT_FOUND */
export function replaceSoftware(db: Db, assetId: string, items: readonly InventoryItem[]): Promise<InventoryOutcome> {
  return db.transaction(async (tx) => {
    if ((await lockAsset(tx, assetId)) === undefined) throw notFound('Asset');
    return recordSoftware(tx, assetId, items);
  });
}

/**
 * Takes over all software of an asset as part of a larger change.
 * @param assetId an asset the transaction has locked
 * @param items all that is installed: what is missing is no longer
 */
export async function recordSoftware(tx: Tx, assetId: string, items: readonly InventoryItem[]): Promise<InventoryOutcome> {
  const changes = reconcileSoftware(await knownSoftware(tx, assetId), items.map(foundSoftware));
  await markUninstalled(tx, changes.removedIds);
  await updateSoftware(tx, [...changes.returned, ...changes.changed]);
  await insertSoftware(tx, assetId, changes.added);
  const outcome = {
    added: changes.added.length + changes.returned.length,
    changed: changes.changed.length,
    removed: changes.removedIds.length,
  };
  if (outcome.added + outcome.changed + outcome.removed > 0) {
    emit(tx, softwareEvents.changed, { asset_id: assetId, ...outcome }, await touchAsset(tx, assetId));
  }
  return outcome;
}
