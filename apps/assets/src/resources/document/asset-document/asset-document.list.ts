import type { AssetDocumentQuery } from '@psa/contracts-assets';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../../assets-app.ts';
import { type AssociationRow, associationRows } from './asset-document.records.ts';

const order: ListOrder = {
  columns: {
    created_at: 'asset_documents.created_at',
    uploaded_at: 'documents.created_at',
    original_filename: 'documents.original_filename',
    file_size: 'documents.file_size',
    mime_type: 'documents.mime_type',
  },
  id: { ref: 'asset_documents.association_id', name: 'association_id' },
};

/** One page of an asset's documents; none for an unknown asset. */
export function listAssociations(db: Db, assetId: string, query: AssetDocumentQuery): Promise<Page<AssociationRow>> {
  const matching = matchingAssociations(db, assetId, query);
  return readPage<AssociationRow>(matching, order, query, async () => {
    const { count } = await matching
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  });
}

function matchingAssociations(db: Db, assetId: string, { search, created_from, created_to }: AssetDocumentQuery) {
  let rows = associationRows(db).where('asset_documents.asset_id', '=', assetId);
  if (search) {
    const pattern = containsPattern(search);
    rows = rows.where((eb) =>
      eb.or([
        eb('documents.document_name', 'ilike', pattern),
        eb('documents.original_filename', 'ilike', pattern),
        eb('asset_documents.notes', 'ilike', pattern),
      ]),
    );
  }
  if (created_from !== undefined) rows = rows.where('asset_documents.created_at', '>=', created_from);
  if (created_to !== undefined) rows = rows.where('asset_documents.created_at', '<=', created_to);
  return rows;
}
