import { conflict } from '@psa/contract-kit';
import { lockInTenant, statement, type TenantBuilder, violates, withIsoTimestamps } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Tx } from '../../assets-app.ts';
import type { AssetRelationshipsTable, Tables } from '../../tables.ts';

export type RelationshipRecord = Selectable<AssetRelationshipsTable>;

/** A relationship seen from one asset, with the other one. */
export type RelatedAssetRow = Omit<RelationshipRecord, 'parent_id' | 'child_id'> & {
  direction: 'outgoing' | 'incoming';
  asset_tag: string;
  related_asset_name: string;
  asset_type: string;
  status: string;
};

/** An asset with more relationships shows the oldest. */
const SHOWN_WITH_ASSET = 100;

/** What an asset is related to on either side, with the other asset: the base of every read. */
export function relationshipRows(db: TenantBuilder<Tables>, assetId: string) {
  return db
    .selectFrom('asset_relationships as link')
    .innerJoin('assets as other', (join) =>
      join
        .onRef('other.tenant', '=', 'link.tenant')
        .on(
          'other.asset_id',
          '=',
          sql<string>`case when link.asset_id = ${assetId}::uuid then link.related_asset_id else link.asset_id end`,
        ),
    )
    .where((eb) => eb.or([eb('link.asset_id', '=', assetId), eb('link.related_asset_id', '=', assetId)]))
    .select([
      'link.relationship_id',
      'link.asset_id',
      'link.related_asset_id',
      'link.relationship_type',
      'link.tenant',
      'link.created_at',
      sql<RelatedAssetRow['direction']>`case when link.asset_id = ${assetId}::uuid then 'outgoing' else 'incoming' end`.as('direction'),
      'other.asset_tag',
      'other.name as related_asset_name',
      'other.asset_type',
      'other.status',
    ]);
}

/** The relationships of an asset as one JSON column; read them with {@link relationshipFromJson}. */
export function relationshipsOfAsset(db: TenantBuilder<Tables>, assetId: string) {
  return jsonArrayFrom(relationshipRows(db, assetId).orderBy('link.created_at').orderBy('link.relationship_id').limit(SHOWN_WITH_ASSET));
}

export function relationshipFromJson(row: RelatedAssetRow): RelatedAssetRow {
  return withIsoTimestamps(row, 'created_at');
}

/** @throws CONFLICT when the asset is related to the other in this way already */
export async function insertRelationship(tx: Tx, relationship: Insertable<AssetRelationshipsTable>): Promise<RelationshipRecord> {
  try {
    return await tx.insertInto('asset_relationships').values(relationship).returningAll().executeTakeFirstOrThrow();
  } catch (error) {
    throw violates(error, 'asset_relationships_once') ? conflict('The assets are already related in this way') : error;
  }
}

const findStatement = statement<Tables>()((db, p: { relationship_id: string }) =>
  db.selectFrom('asset_relationships').selectAll().where('relationship_id', '=', p.relationship_id),
);

export function findRelationship(db: Db, relationshipId: string): Promise<RelationshipRecord | undefined> {
  return db.first(findStatement, { relationship_id: relationshipId });
}

/** @returns false when another has deleted it meanwhile */
export async function deleteRelationshipRow(tx: Tx, relationshipId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('asset_relationships').where('relationship_id', '=', relationshipId).executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Keeps others from changing the tenant's hierarchy until the transaction ends: two halves of a circle may not be added side by side. */
export function lockHierarchy(tx: Tx): Promise<void> {
  return lockInTenant(tx, 'hierarchy');
}

// `union` instead of `union all`: the walk ends even where a circle came in by other ways.
const IS_BELOW = `with recursive below (asset_id) as (
    select $2::uuid
    union
    select link.child_id from below join asset_relationships link on link.tenant = $1 and link.parent_id = below.asset_id
  ) select exists (select 1 from below where asset_id = $3) as found`;

/** Whether an asset is the ancestor itself or stands below it, at any depth. */
export async function isBelow(tx: Tx, assetId: string, ancestorId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ found: boolean }>({ text: IS_BELOW, name: 'psa_hierarchy_below' }, [tx.tenant, ancestorId, assetId]);
  return rows[0]?.found === true;
}
