import { type Fact, Replica } from '@psa/postgres-kit';
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

/** What an event says of an asset. */
interface AssetEvent {
  readonly data: { readonly asset_id: string; readonly client_id: string; readonly asset_type: string; readonly status: string };
  /** ISO time. */
  readonly time: string;
  readonly aggregateversion: number;
}

// Windows are written together with COMMIT, in this order: what many assets came to costs the round trips of one.
const BEGIN_WINDOWS = `insert into device_windows (tenant, asset_id, client_id, asset_type, starts_on, ends_on)
  values ($1, unnest($2::uuid[]), unnest($3::uuid[]), unnest($4::text[]), unnest($5::date[]), null)
  on conflict (tenant, asset_id, starts_on) do update set client_id = excluded.client_id, asset_type = excluded.asset_type, ends_on = null`;
const OPEN_WINDOW = 'tenant = $1 and asset_id = $2 and ends_on is null';
const DROP_WINDOW = `delete from device_windows where ${OPEN_WINDOW} and starts_on >= $3`;
const END_WINDOW = `update device_windows set ends_on = $3 where ${OPEN_WINDOW}`;

/** Takes over how assets are, and since when each counts as a device of its client, in days of UTC. */
export async function keepAssets(tx: Tx, events: readonly AssetEvent[]): Promise<void> {
  for (const some of withoutRepetition(events)) await keepDifferentAssets(tx, some);
}

/** Events in their order, in parts that have one of each asset. */
function withoutRepetition(events: readonly AssetEvent[]): AssetEvent[][] {
  const parts: Map<string, AssetEvent>[] = [];
  for (const event of events) {
    const { asset_id } = event.data;
    const last = parts.at(-1);
    if (last === undefined || last.has(asset_id)) parts.push(new Map([[asset_id, event]]));
    else last.set(asset_id, event);
  }
  return parts.map((part) => [...part.values()]);
}

async function keepDifferentAssets(tx: Tx, events: readonly AssetEvent[]): Promise<void> {
  const facts = events.map(factOf);
  const [before, newest] = await Promise.all([
    assetReplica.findAll(
      tx,
      facts.map(({ fact }) => fact.asset_id),
    ),
    assetReplica.keepAll(tx, facts),
  ]);
  const begun: (AssetCopy & { readonly day: string })[] = [];
  for (const { fact, time } of facts) {
    if (!newest.has(fact.asset_id)) continue;
    const previous = before.get(fact.asset_id);
    const was = previous !== undefined && !previous.is_deleted && previous.is_counted ? previous : undefined;
    if (was?.client_id === fact.client_id && was.asset_type === fact.asset_type && fact.is_counted) continue;
    const day = time.slice(0, 10);
    if (was !== undefined) endWindow(tx, fact.asset_id, day);
    if (fact.is_counted) begun.push({ ...fact, day });
  }
  if (begun.length > 0)
    tx.atCommit(BEGIN_WINDOWS, [
      tx.tenant,
      ...(['asset_id', 'client_id', 'asset_type', 'day'] as const).map((name) => begun.map((one) => one[name])),
    ]);
}

function factOf({ data, time, aggregateversion: version }: AssetEvent): Fact<AssetCopy> & { readonly time: string } {
  const { asset_id, client_id, asset_type, status } = data;
  return { fact: { asset_id, client_id, asset_type, is_counted: !OUT_OF_USE.has(status.toLowerCase()) }, version, time };
}

/** Takes over that assets are gone. */
export async function forgetAssets(
  tx: Tx,
  events: readonly (Omit<AssetEvent, 'data'> & { readonly data: Pick<AssetEvent['data'], 'asset_id'> })[],
): Promise<void> {
  for (const { data, time, aggregateversion } of events)
    if (await assetReplica.forget(tx, data, aggregateversion)) endWindow(tx, data.asset_id, time.slice(0, 10));
}

/** What began on the day it ends never counted: each day belongs to how the asset was at its end. */
function endWindow(tx: Tx, asset_id: string, day: string): void {
  for (const text of [DROP_WINDOW, END_WINDOW]) tx.atCommit(text, [tx.tenant, asset_id, day]);
}
