import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { type CreateAssetRelationship, relationshipEvents } from '@psa/contracts-assets';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../assets-app.ts';
import { lockAsset, touchAsset } from '../asset/asset.records.ts';
import {
  deleteRelationshipRow,
  findRelationship,
  insertRelationship,
  isBelow,
  lockHierarchy,
  type RelationshipRecord,
} from './relationship.records.ts';
import { hierarchyOf } from './relationship.rules.ts';

/**
 * Relates an asset to another.
 * @throws NOT_FOUND when either is absent, CONFLICT when they are related so already or the hierarchy would run in a circle
 */
export function relateAssets(db: Db, assetId: string, input: CreateAssetRelationship): Promise<RelationshipRecord> {
  const { related_asset_id: relatedId, relationship_type: type } = input;
  if (relatedId === assetId) throw invalidField('related_asset_id', 'must be another asset', 'self_reference');
  const hierarchy = hierarchyOf(type, assetId, relatedId);
  return db.transaction(async (tx) => {
    await lockBoth(tx, assetId, relatedId);
    if (hierarchy !== null) {
      await lockHierarchy(tx);
      if (await isBelow(tx, hierarchy.parent_id, hierarchy.child_id)) throw conflict('The assets would contain each other');
    }
    const row = await insertRelationship(tx, {
      relationship_id: uuidv7(),
      asset_id: assetId,
      related_asset_id: relatedId,
      relationship_type: type,
      parent_id: hierarchy?.parent_id ?? null,
      child_id: hierarchy?.child_id ?? null,
    });
    await tellBoth(tx, 'added', row);
    return row;
  });
}

/** Deletes a relationship. @throws NOT_FOUND */
export function unrelateAssets(db: Db, relationshipId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await findRelationship(tx, relationshipId);
    if (row === undefined) throw notFound('Relationship');
    await lockBoth(tx, row.asset_id, row.related_asset_id);
    if (!(await deleteRelationshipRow(tx, relationshipId))) throw notFound('Relationship');
    await tellBoth(tx, 'removed', row);
  });
}

/** Locks two assets in the order of their ids, so that two changes of the same pair cannot wait for each other. */
async function lockBoth(tx: Tx, ...assetIds: [string, string]): Promise<void> {
  for (const assetId of assetIds.sort()) if ((await lockAsset(tx, assetId)) === undefined) throw notFound('Asset');
}

async function tellBoth(tx: Tx, what: keyof typeof relationshipEvents, row: RelationshipRecord): Promise<void> {
  const { relationship_id, relationship_type, asset_id, related_asset_id } = row;
  const tell = async (own: string, other: string, direction: 'outgoing' | 'incoming') => {
    const version = await touchAsset(tx, own);
    emit(tx, relationshipEvents[what], { asset_id: own, other_asset_id: other, relationship_id, relationship_type, direction }, version);
  };
  await tell(asset_id, related_asset_id, 'outgoing');
  await tell(related_asset_id, asset_id, 'incoming');
}
