import { Id, listQuery, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

export const DocumentAssociation = z
  .object({
    association_id: Id.describe('Identifies the association'),
    entity_type: z.literal('asset').describe('What the document is associated with'),
    entity_id: Id.describe('The asset'),
    document_id: Id.describe('The document'),
    notes: z.string().nullable().describe('Remarks on the association'),
    tenant: Id.describe('Tenant of the caller'),
    created_at: Timestamp.describe('When it was associated'),
    original_filename: z.string().optional().describe('Name of the uploaded file; on lists'),
    file_size: z.int().optional().describe('Bytes; on lists'),
    mime_type: z.string().optional().describe('Media type given at the upload; on lists'),
    uploaded_at: Timestamp.optional().describe('When the document was uploaded; on lists'),
  })
  .meta({ id: 'DocumentAssociation' });
export type DocumentAssociation = z.infer<typeof DocumentAssociation>;

export const AssociateDocument = z
  .object({
    document_id: Id.describe('The document'),
    notes: z.string().max(10_000).nullish().describe('Remarks on the association'),
  })
  .meta({ id: 'AssociateDocument' });
export type AssociateDocument = z.infer<typeof AssociateDocument>;

export const AssetDocumentQuery = listQuery({
  sort: ['created_at', 'uploaded_at', 'original_filename', 'file_size', 'mime_type'],
  defaultSort: 'created_at',
  filters: {},
  // An association never changes.
}).omit({ updated_from: true, updated_to: true });
export type AssetDocumentQuery = z.infer<typeof AssetDocumentQuery>;
