import { Id, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

export const AssetRelationship = z
  .object({
    relationship_id: Id.describe('Identifies the relationship'),
    asset_id: Id.describe('Asset the relationship starts at'),
    related_asset_id: Id.describe('Asset it leads to'),
    relationship_type: z.string().describe('What the asset is to the related one'),
    tenant: Id.describe('Tenant of the caller'),
    created_at: Timestamp.describe('When the assets were related'),
    direction: z.enum(['outgoing', 'incoming']).optional().describe('Seen from the asset that was asked for; on lists'),
    asset_tag: z.string().optional().describe('Of the other asset; on lists'),
    related_asset_name: z.string().optional().describe('Of the other asset; on lists'),
    asset_type: z.string().optional().describe('Of the other asset; on lists'),
    status: z.string().optional().describe('Of the other asset; on lists'),
  })
  .meta({ id: 'AssetRelationship' });
export type AssetRelationship = z.infer<typeof AssetRelationship>;

export const CreateAssetRelationship = z
  .object({
    related_asset_id: Id.describe('The other asset'),
    relationship_type: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .describe(
        'What the asset is to the related one, in any words. parent, parent_of, contains, child, child_of and part_of form a hierarchy, which may not run in a circle',
      ),
  })
  .meta({ id: 'CreateAssetRelationship' });
export type CreateAssetRelationship = z.infer<typeof CreateAssetRelationship>;

export const AssetRelationshipQuery = listQuery({
  sort: ['created_at', 'relationship_type', 'related_asset_name', 'asset_tag', 'asset_type', 'status'],
  defaultSort: 'created_at',
  defaultOrder: 'asc',
  filters: { relationship_type: z.string().max(100).optional().describe('Exact type, whatever its case') },
  // A relationship never changes.
}).omit({ updated_from: true, updated_to: true });
export type AssetRelationshipQuery = z.infer<typeof AssetRelationshipQuery>;
