import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Facts = z.object({
  ticket_id: z.guid(),
  channel_id: z.guid().optional().describe('Channel of the ticket: it tells who may read of it'),
  document_id: z.guid(),
  comment_id: z.guid().nullable(),
  document_name: z.string(),
  mime_type: z.string(),
  file_size: z.int(),
  is_internal: z.boolean(),
});

const document = { version: 1, permission: 'ticket:read', key: 'ticket_id', data: Facts } as const;

export const ticketDocumentEvents = events('desk', {
  added: { ...document, name: 'ticket.document.added', summary: 'A document was uploaded to a ticket' },
  updated: { ...document, name: 'ticket.document.updated', summary: 'A document of a ticket was renamed, hidden or shown' },
  deleted: { ...document, name: 'ticket.document.deleted', summary: 'A document of a ticket was deleted' },
});
