import { Id, Timestamp } from '@psa/contract-kit';
import { z } from 'zod';

export const DocumentAssociation = z.object({
  association_id: Id,
  entity_type: z.literal('asset'),
  entity_id: Id.describe('The asset'),
  document_id: Id,
  notes: z.string().nullable(),
  tenant: Id,
  created_at: Timestamp,
  original_filename: z.string().optional().describe('On lists'),
  file_size: z.int().optional().describe('Bytes; on lists'),
  mime_type: z.string().optional().describe('On lists'),
  uploaded_at: Timestamp.optional().describe('On lists'),
}).meta({ id: 'DocumentAssociation' });
export type DocumentAssociation = z.infer<typeof DocumentAssociation>;

export const AssociateDocument = z.object({
  document_id: Id, notes: z.string().max(10_000).nullish(),
}).meta({ id: 'AssociateDocument' });
