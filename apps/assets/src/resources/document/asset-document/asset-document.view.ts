import type { DocumentAssociation } from '@psa/contracts-assets';
import type { AssociationRow } from './asset-document.records.ts';

export function toDocumentAssociation(row: AssociationRow): DocumentAssociation {
  return {
    association_id: row.association_id,
    entity_type: 'asset',
    entity_id: row.asset_id,
    document_id: row.document_id,
    notes: row.notes,
    tenant: row.tenant,
    created_at: row.created_at,
    original_filename: row.original_filename,
    file_size: row.file_size,
    mime_type: row.mime_type,
    uploaded_at: row.uploaded_at,
  };
}
