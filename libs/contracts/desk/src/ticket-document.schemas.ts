import { Id, listQuery, QueryBoolean, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

/** Bytes of an upload at most, its form fields included. */
export const MAX_TICKET_UPLOAD_BYTES = 25 * 1024 * 1024;

const document_name = z.string().trim().min(1).max(255);

/** Form fields beside the `file`. */
export const UploadTicketDocument = z
  .object({
    document_name: document_name.optional().describe('Name it goes by; the name of the file when absent'),
    comment_id: Id.optional().describe(
      'Comment of the ticket it belongs to: it is as visible as that, and stays with staff once that is deleted',
    ),
    is_internal: QueryBoolean.optional().describe('Hidden from people of the client'),
  })
  .meta({ id: 'UploadTicketDocument' });
export type UploadTicketDocument = z.infer<typeof UploadTicketDocument>;

export const UpdateTicketDocument = z
  .object({
    document_name: document_name.describe('Name it goes by'),
    is_internal: z.boolean().describe('Hidden from people of the client'),
  })
  .partial()
  .meta({ id: 'UpdateTicketDocument' });
export type UpdateTicketDocument = z.infer<typeof UpdateTicketDocument>;

export const TicketDocument = z
  .object({
    document_id: Id.describe('Identifies the document'),
    ticket_id: Id.describe('Ticket it belongs to'),
    comment_id: Id.nullable().describe('Comment it belongs to'),
    document_name: z.string().describe('Name it goes by'),
    original_filename: z.string().describe('Name of the uploaded file; downloads carry it'),
    mime_type: z.string().describe('Media type as given at the upload; not verified'),
    file_size: z.int().describe('Bytes'),
    sha256: z.string().describe('SHA-256 of the bytes, in hex; the ETag of the download'),
    is_internal: z.boolean().describe('Hidden from people of the client'),
    uploaded_by: Id.nullable().describe('User who uploaded it'),
    uploaded_by_name: z.string().nullable().describe('Name of that user'),
    created_at: Timestamp.describe('When it was uploaded'),
    tenant: Id.describe('Tenant of the caller'),
  })
  .meta({ id: 'TicketDocument' });
export type TicketDocument = z.infer<typeof TicketDocument>;

export const TicketDocumentListQuery = listQuery({
  sort: ['created_at', 'document_name', 'file_size'],
  defaultSort: 'created_at',
  filters: {
    comment_id: Id.optional().describe('Comment they belong to'),
    is_internal: QueryBoolean.optional().describe('Hidden from people of the client, or not'),
  },
}).omit({ updated_from: true, updated_to: true });
export type TicketDocumentListQuery = z.infer<typeof TicketDocumentListQuery>;
