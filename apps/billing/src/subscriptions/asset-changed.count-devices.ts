import { assetEvents } from '@psa/contracts-assets';
import { onAll, subscription } from '@psa/events-kit';
import type { Ports } from '../billing-app.ts';
import { forgetAssets, keepAssets } from '../replicas/asset-replica.ts';
import type { Tables } from '../tables.ts';

/** Keeps when assets counted as devices, which contract lines bill. */
export const countDevices = subscription<Tables, Ports>(
  'billing-asset-replica',
  onAll(assetEvents.created, keepAssets),
  onAll(assetEvents.updated, keepAssets),
  onAll(assetEvents.deleted, forgetAssets),
);
