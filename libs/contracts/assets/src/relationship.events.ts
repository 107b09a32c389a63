import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Relationship = z.object({
  asset_id: z.guid(),
  other_asset_id: z.guid(),
  relationship_id: z.guid(),
  relationship_type: z.string(),
  direction: z.enum(['outgoing', 'incoming']),
});

/** A relationship belongs to both of its assets: each is told of it from its own side, with its own version. */
export const relationshipEvents = events('assets', {
  added: { name: 'asset.relationship_added', version: 1, key: 'asset_id', summary: 'An asset was related to another', data: Relationship },
  removed: {
    name: 'asset.relationship_removed',
    version: 1,
    key: 'asset_id',
    summary: 'A relationship of an asset was deleted',
    data: Relationship,
  },
});
