import { Id, Links, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

/** Bytes of an upload at most, its form fields included. */
export const MAX_UPLOAD_BYTES = 25 * 1024 * 1024;

/** A document without its bytes. */
export const Document = z
  .object({
    document_id: Id.describe('Identifies the document'),
    document_name: z.string().describe('Name it goes by'),
    original_filename: z.string().describe('Name of the uploaded file; downloads carry it'),
    mime_type: z.string().describe('Media type as given at the upload; not verified'),
    file_size: z.int().describe('Bytes'),
    sha256: z.string().describe('SHA-256 of the bytes, in hex; the ETag of the download'),
    notes: z.string().nullable().describe('Remarks'),
    client_id: Id.nullable().describe("Client whose portal user uploaded it; null for the MSP's own"),
    uploaded_by: Id.describe('User who uploaded it'),
    created_at: Timestamp.describe('When it was uploaded'),
    updated_at: Timestamp.describe('When its name or notes were last changed'),
    tenant: Id.describe('Tenant of the caller'),
    _links: Links,
  })
  .meta({ id: 'Document' });
export type Document = z.infer<typeof Document>;

const writable = {
  document_name: z.string().trim().min(1).max(255).optional().describe('Name it goes by; the name of the file when absent'),
  notes: z.string().max(10_000).nullish().describe('Remarks'),
};

/** Form fields beside the `file`. */
export const UploadDocument = z.object(writable).meta({ id: 'UploadDocument' });
export type UploadDocument = z.infer<typeof UploadDocument>;

export const UpdateDocument = z.object(writable).meta({ id: 'UpdateDocument' });
export type UpdateDocument = z.infer<typeof UpdateDocument>;

export const DocumentListQuery = listQuery({
  sort: ['created_at', 'updated_at', 'document_name', 'original_filename', 'mime_type', 'file_size'],
  defaultSort: 'created_at',
  filters: {
    mime_type: z.string().max(255).optional().describe('Media type, or a whole family of them such as image/*'),
    uploaded_by: Id.optional().describe('User who uploaded it'),
    client_id: Id.optional().describe('Client whose portal user uploaded it'),
  },
});
export type DocumentListQuery = z.infer<typeof DocumentListQuery>;

export const DeleteDocumentQuery = z.object({
  force: QueryBoolean.optional().describe('true: take it off every asset it is associated with; otherwise such a document is not deleted'),
});
