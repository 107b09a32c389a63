import type { AssetRelationshipQuery } from '@psa/contracts-assets';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../assets-app.ts';
import { type RelatedAssetRow, relationshipRows } from './relationship.records.ts';

const order: ListOrder = {
  columns: {
    created_at: 'link.created_at',
    relationship_type: 'link.relationship_type',
    related_asset_name: 'other.name',
    asset_tag: 'other.asset_tag',
    asset_type: 'other.asset_type',
    status: 'other.status',
  },
  id: { ref: 'link.relationship_id', name: 'relationship_id' },
};

/** One page of what an asset is related to; empty when there is no such asset. */
export function listRelationships(db: Db, assetId: string, query: AssetRelationshipQuery): Promise<Page<RelatedAssetRow>> {
  const { relationship_type: type, search, created_from: from, created_to: to } = query;
  const rows = relationshipRows(db, assetId)
    .$if(type !== undefined, (rows) => rows.where(sql`lower(link.relationship_type)`, '=', type?.toLowerCase()))
    .$if(from !== undefined, (rows) => rows.where('link.created_at', '>=', from as string))
    .$if(to !== undefined, (rows) => rows.where('link.created_at', '<=', to as string))
    .$if(!!search, (rows) =>
      rows.where((eb) =>
        eb.or(
          (['link.relationship_type', 'other.name', 'other.asset_tag'] as const).map((column) =>
            eb(column, 'ilike', containsPattern(search ?? '')),
          ),
        ),
      ),
    );
  const total = async () => {
    const { rows: matching } = await rows
      .clearSelect()
      .select(sql<number>`count(*)`.as('rows'))
      .executeTakeFirstOrThrow();
    return matching;
  };
  return readPage<RelatedAssetRow>(rows as never, order, query, total);
}
