import type { Document } from '@psa/contracts-assets';
import type { DocumentRecord } from './document.records.ts';

export function toDocument(row: DocumentRecord): Document {
  const self = `/api/v1/documents/${row.document_id}`;
  return {
    document_id: row.document_id,
    document_name: row.document_name,
    original_filename: row.original_filename,
    mime_type: row.mime_type,
    file_size: row.file_size,
    sha256: row.sha256,
    notes: row.notes,
    client_id: row.client_id,
    uploaded_by: row.uploaded_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
    tenant: row.tenant,
    _links: {
      self: { href: self, method: 'GET' },
      edit: { href: self, method: 'PUT' },
      delete: { href: self, method: 'DELETE' },
      list: { href: '/api/v1/documents', method: 'GET' },
      download: { href: `${self}/download`, method: 'GET' },
    },
  };
}
