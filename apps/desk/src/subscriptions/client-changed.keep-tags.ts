import { assetEvents } from '@psa/contracts-assets';
import { clientEvents, contactEvents } from '@psa/contracts-clients';
import { on, subscription } from '@psa/events-kit';
import type { Ports } from '../desk-app.ts';
import { keepTags } from '../resources/tag-lifecycle/entity-tags.actions.ts';
import { removeTagsOf } from '../resources/tag/sync-tags.actions.ts';
import type { Tables } from '../tables.ts';

/** Keeps the tags of clients and contacts in line with what their service tells; events of older versions tell nothing of them. */
export const keepClientTags = subscription<Tables, Ports>(
  'desk-client-tags',
  on(clientEvents.created, async (tx, { data, aggregateversion }) => {
    if (data.tags !== undefined) await keepTags(tx, 'client', data.client_id, data.tags, aggregateversion);
  }),
  on(clientEvents.updated, async (tx, { data, aggregateversion }) => {
    if (data.tags !== undefined) await keepTags(tx, 'client', data.client_id, data.tags, aggregateversion);
  }),
  on(clientEvents.deleted, (tx, { data, aggregateversion }) => keepTags(tx, 'client', data.client_id, [], aggregateversion)),
  on(contactEvents.created, async (tx, { data, aggregateversion }) => {
    if (data.tags !== undefined) await keepTags(tx, 'contact', data.contact_name_id, data.tags, aggregateversion);
  }),
  on(contactEvents.updated, async (tx, { data, aggregateversion }) => {
    if (data.tags !== undefined) await keepTags(tx, 'contact', data.contact_name_id, data.tags, aggregateversion);
  }),
  on(contactEvents.deleted, (tx, { data, aggregateversion }) => keepTags(tx, 'contact', data.contact_name_id, [], aggregateversion)),
);

/** Assets are tagged here alone: their tags go with them. */
export const removeAssetTags = subscription<Tables, Ports>(
  'desk-asset-tags',
  on(assetEvents.deleted, (tx, { data }) => removeTagsOf(tx, 'asset', [data.asset_id])),
);
