import { Replica } from '@psa/postgres-kit';
import type { Tx } from '../billing-app.ts';
import type { AssetCopy } from './replica.tables.ts';

/** Statuses of assets nobody uses any more, as the assets service has them. */
const OUT_OF_USE: ReadonlySet<string> = new Set(['inactive', 'retired', 'disposed', 'decommissioned']);

export const assetReplica = new Replica<AssetCopy, 'asset_id'>({
  table: 'asset_replicas',
  key: 'asset_id',
  unknown: { client_id: '00000000-0000-0000-0000-000000000000', asset_type: '', is_counted: false },
  called: 'an asset of this tenant',
});

interface AssetFacts {
  readonly asset_id: string;
  readonly client_id: string;
  readonly asset_type: string;
  readonly status: string;
}

/** Takes over how an asset is, and since when it counts as a device of its client, in days of UTC. @param at ISO time of the fact */
export async function keepAsset(
  tx: Tx,
  { asset_id, client_id, asset_type, status }: AssetFacts,
  at: string,
  version: number,
): Promise<void> {
  const copy = { asset_id, client_id, asset_type, is_counted: !OUT_OF_USE.has(status.toLowerCase()) };
  const previous = await assetReplica.find(tx, asset_id);
  if (!(await assetReplica.keep(tx, copy, version))) return;
  const was = previous !== undefined && !previous.is_deleted && previous.is_counted ? previous : undefined;
  if (was?.client_id === client_id && was.asset_type === asset_type && copy.is_counted) return;
  const day = at.slice(0, 10);
  if (was !== undefined) await endWindow(tx, asset_id, day);
  if (copy.is_counted)
    await tx
      .insertInto('device_windows')
      .values({ asset_id, client_id, asset_type, starts_on: day, ends_on: null })
      .onConflict((conflict) => conflict.columns(['tenant', 'asset_id', 'starts_on']).doUpdateSet({ client_id, asset_type, ends_on: null }))
      .execute();
}

/** Takes over that an asset is gone. @param at ISO time of the fact */
export async function forgetAsset(tx: Tx, asset_id: string, at: string, version: number): Promise<void> {
  if (await assetReplica.forget(tx, { asset_id }, version)) await endWindow(tx, asset_id, at.slice(0, 10));
}

/** What began on the day it ends never counted: each day belongs to how the asset was at its end. */
async function endWindow(tx: Tx, asset_id: string, day: string): Promise<void> {
  await tx
    .deleteFrom('device_windows')
    .where('asset_id', '=', asset_id)
    .where('ends_on', 'is', null)
    .where('starts_on', '>=', day)
    .execute();
  await tx.updateTable('device_windows').set({ ends_on: day }).where('asset_id', '=', asset_id).where('ends_on', 'is', null).execute();
}
