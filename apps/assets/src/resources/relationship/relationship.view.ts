import type { AssetRelationship } from '@psa/contracts-assets';
import type { RelatedAssetRow, RelationshipRecord } from './relationship.records.ts';

/** A relationship by itself. */
export function toRelationship(row: Omit<RelationshipRecord, 'parent_id' | 'child_id'>): AssetRelationship {
  const { relationship_id, asset_id, related_asset_id, relationship_type, tenant, created_at } = row;
  return { relationship_id, asset_id, related_asset_id, relationship_type, tenant, created_at };
}

/** A relationship as lists show it: with the other asset. */
export function toRelatedAsset(row: RelatedAssetRow): AssetRelationship {
  const { direction, asset_tag, related_asset_name, asset_type, status } = row;
  return { ...toRelationship(row), direction, asset_tag, related_asset_name, asset_type, status };
}
