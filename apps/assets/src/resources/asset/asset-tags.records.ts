import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Tx } from '../../assets-app.ts';

/** A tag of an asset, as its owner tells of it. */
export interface AssetTag {
  readonly tag_id: string;
  readonly asset_id: string;
  readonly tag_text: string;
}

/** Keeps a tag; one that was taken off stays so, whichever is heard of first. */
export async function keepAssetTag(tx: Tx, { tag_id, asset_id, tag_text }: AssetTag, is_removed: boolean): Promise<void> {
  await tx
    .insertInto('asset_tags')
    .values({ tag_id, asset_id, tag_text, is_removed })
    .onConflict((row) => row.columns(['tenant', 'tag_id']).doUpdateSet({ is_removed: sql`asset_tags.is_removed or excluded.is_removed` }))
    .execute();
}

export async function deleteTagsOfAsset(tx: Tx, assetId: string): Promise<void> {
  await tx.deleteFrom('asset_tags').where('asset_id', '=', assetId).execute();
}

/** The condition that an asset has any of the tags. */
export function hasAnyTag(tags: readonly string[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`exists (select 1 from asset_tags tagged where tagged.tenant = assets.tenant and tagged.asset_id = assets.asset_id
    and not tagged.is_removed and tagged.tag_text = any(${[...tags]}::text[]))`;
}
