import { assetEvents } from '@psa/contracts-assets';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../billing-app.ts';
import { forgetAsset, keepAsset } from '../replicas/asset-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps when assets counted as devices, which contract lines bill. */
export const countDevices = subscription<Tables, Ports>(
  'billing-asset-replica',
  on(assetEvents.created, (tx, { data, time, aggregateversion }) => keepAsset(tx, data, time, aggregateversion)),
  on(assetEvents.updated, (tx, { data, time, aggregateversion }) => keepAsset(tx, data, time, aggregateversion)),
  on(assetEvents.deleted, (tx, { data, time, aggregateversion }) => forgetAsset(tx, data.asset_id, time, aggregateversion)),
);
