import { tagEvents } from '@psa/contracts-desk';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../assets-app.ts';
import { keepAssetTag } from '../resources/asset/asset-tags.records.ts';
import type { Tables } from '../tables.ts';

/** Keeps the tags of assets, by which they are listed. */
export const keepAssetTags = subscription<Tables, Ports>(
  'assets-tags',
  on(tagEvents.applied, async (tx, { data: { tag_id, tagged_type, tagged_id: asset_id, tag_text } }) => {
    if (tagged_type === 'asset') await keepAssetTag(tx, { tag_id, asset_id, tag_text }, false);
  }),
  on(tagEvents.removed, async (tx, { data: { tag_id, tagged_type, tagged_id: asset_id, tag_text } }) => {
    if (tagged_type === 'asset') await keepAssetTag(tx, { tag_id, asset_id, tag_text }, true);
  }),
);
