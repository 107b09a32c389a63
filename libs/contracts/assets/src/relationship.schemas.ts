import { Id, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

export const AssetRelationship = z.object({
  relationship_id: Id,
  asset_id: Id.describe('Asset the relationship starts at'),
  related_asset_id: Id.describe('Asset it leads to'),
  relationship_type: z.string(),
  tenant: Id,
  created_at: Timestamp,
  direction: z.enum(['outgoing', 'incoming']).optional().describe('Seen from the asset that was asked for; on lists'),
  asset_tag: z.string().optional().describe('Of the other asset; on lists'),
  related_asset_name: z.string().optional().describe('Of the other asset; on lists'),
  asset_type: z.string().optional().describe('Of the other asset; on lists'),
  status: z.string().optional().describe('Of the other asset; on lists'),
}).meta({ id: 'AssetRelationship' });
export type AssetRelationship = z.infer<typeof AssetRelationship>;

export const CreateAssetRelationship = z.object({
  related_asset_id: Id, relationship_type: z.string().trim().min(1).max(100),
}).meta({ id: 'CreateAssetRelationship' });
