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

// Windows are written together with COMMIT, in this order: what many assets came to costs the round trips of one.
const BEGIN_WINDOW = `insert into device_windows (tenant, asset_id, client_id, asset_type, starts_on, ends_on) values ($1, $2, $3, $4, $5, null)
  on conflict (tenant, asset_id, starts_on) do update set client_id = excluded.client_id, asset_type = excluded.asset_type, ends_on = null`;
const OPEN_WINDOW = 'tenant = $1 and asset_id = $2 and ends_on is null';
const DROP_WINDOW = `delete from device_windows where ${OPEN_WINDOW} and starts_on >= $3`;
const END_WINDOW = `update device_windows set ends_on = $3 where ${OPEN_WINDOW}`;

/** Takes over how an asset is, and since when it counts as a device of its client, in days of UTC. @param at ISO time of the fact */
export async function keepAsset(
  tx: Tx,
  { asset_id, client_id, asset_type, status }: AssetFacts,
  at: string,
  version: number,
): Promise<void> {
  const copy = { asset_id, client_id, asset_type, is_counted: !OUT_OF_USE.has(status.toLowerCase()) };
  const [previous, isNews] = await Promise.all([assetReplica.find(tx, asset_id), assetReplica.keep(tx, copy, version)]);
  if (!isNews) return;
  const was = previous !== undefined && !previous.is_deleted && previous.is_counted ? previous : undefined;
  if (was?.client_id === client_id && was.asset_type === asset_type && copy.is_counted) return;
  const day = at.slice(0, 10);
  if (was !== undefined) endWindow(tx, asset_id, day);
  if (copy.is_counted) tx.atCommit(BEGIN_WINDOW, [tx.tenant, asset_id, client_id, asset_type, day]);
}

/** Takes over that an asset is gone. @param at ISO time of the fact */
export async function forgetAsset(tx: Tx, asset_id: string, at: string, version: number): Promise<void> {
  if (await assetReplica.forget(tx, { asset_id }, version)) endWindow(tx, asset_id, at.slice(0, 10));
}

/** What began on the day it ends never counted: each day belongs to how the asset was at its end. */
function endWindow(tx: Tx, asset_id: string, day: string): void {
  for (const text of [DROP_WINDOW, END_WINDOW]) tx.atCommit(text, [tx.tenant, asset_id, day]);
}
