import { assetEvents } from '@psa/contracts-assets';
import { emit } from '@psa/events-kit';
import type { Db } from '../../assets-app.ts';
import { lockAsset, raiseAssetVersion } from './asset.records.ts';
import { reachedThresholds, warrantyDaysRemaining } from './asset.rules.ts';
import { insertWarrantyNotices } from './warranty-notice.records.ts';

/**
 * Tells that a warranty is about to end, once for each end date and threshold. Of several thresholds reached at once only the
 * nearest is told of; the others are noted as passed, so that they are not told of later.
 * @param thresholds days, ascending
 * @param now in milliseconds since the epoch
 */
export function tellExpiringWarranty(db: Db, assetId: string, thresholds: readonly number[], now: number): Promise<void> {
  return db.transaction(async (tx) => {
    // Read again under its lock: the asset may have changed since the scan saw it.
    const asset = await lockAsset(tx, assetId);
    if (asset === undefined || asset.warranty_end_date === null) return;
    const { client_id, warranty_end_date } = asset;
    const reached = reachedThresholds(warranty_end_date, now, thresholds);
    const [nearest] = reached;
    if (nearest === undefined) return;
    const noted = await insertWarrantyNotices(tx, { asset_id: assetId, warranty_end_date }, reached, nearest);
    if (!noted.includes(nearest)) return;
    const version = await raiseAssetVersion(tx, assetId);
    const days_remaining = warrantyDaysRemaining(warranty_end_date, now) ?? 0;
    emit(
      tx,
      assetEvents.warrantyExpiring,
      { asset_id: assetId, client_id, warranty_end_date, threshold_days: nearest, days_remaining },
      version,
    );
  });
}
