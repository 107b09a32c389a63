import { events } from '@psa/contract-kit';
import { z } from 'zod';

/** What other services keep of an asset. */
export const AssetFacts = z.object({
  asset_id: z.guid(),
  client_id: z.guid(),
  asset_type: z.string(),
  asset_tag: z.string(),
  name: z.string(),
  status: z.string(),
  serial_number: z.string().nullable(),
});

export const assetEvents = events('assets', {
  created: { name: 'asset.created', version: 1, key: 'asset_id', summary: 'An asset was created', data: AssetFacts },
  updated: {
    name: 'asset.updated',
    version: 1,
    key: 'asset_id',
    summary: 'An asset was changed',
    data: AssetFacts.extend({
      changes: z
        .record(z.string(), z.object({ previous: z.unknown(), new: z.unknown(), omitted: z.literal(true).optional() }))
        .describe(
          'Values before and after by member; with `omitted` both are null because they are too large for an event: the asset has them',
        ),
    }),
  },
  deleted: {
    name: 'asset.deleted',
    version: 1,
    key: 'asset_id',
    summary: 'An asset was deleted',
    data: z.object({ asset_id: z.guid(), client_id: z.guid() }),
  },
  warrantyExpiring: {
    name: 'asset.warranty_expiring',
    version: 1,
    key: 'asset_id',
    summary: 'The warranty of an asset ends within a threshold of days',
    data: z.object({
      asset_id: z.guid(),
      client_id: z.guid(),
      warranty_end_date: z.string(),
      threshold_days: z.int(),
      days_remaining: z.int(),
    }),
  },
});
