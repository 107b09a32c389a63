import { events } from '@psa/contract-kit';
import { z } from 'zod';

const DocumentFacts = z.object({
  document_id: z.guid(),
  document_name: z.string(),
  original_filename: z.string(),
  mime_type: z.string(),
  file_size: z.int(),
  client_id: z.guid().nullable(),
});

export const documentEvents = events('assets', {
  created: { name: 'document.created', version: 1, key: 'document_id', summary: 'A document was uploaded', data: DocumentFacts },
  updated: {
    name: 'document.updated',
    version: 1,
    key: 'document_id',
    summary: 'A document was renamed or its notes changed',
    data: DocumentFacts,
  },
  deleted: {
    name: 'document.deleted',
    version: 1,
    key: 'document_id',
    summary: 'A document was deleted',
    data: z.object({ document_id: z.guid() }),
  },
});
