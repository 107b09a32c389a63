import { created, download, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { deskGroup } from './group.ts';
import {
  MAX_TICKET_UPLOAD_BYTES,
  TicketDocument,
  TicketDocumentListQuery,
  UpdateTicketDocument,
  UploadTicketDocument,
} from './ticket-document.schemas.ts';

const ofTicket = z.object({ id: Id.describe('Ticket id') });
const params = ofTicket.extend({ documentId: Id.describe('Document id') });

export const ticketDocumentRoutes = routes(deskGroup('Tickets'), {
  listTicketDocuments: {
    method: 'get',
    path: '/api/v1/tickets/{id}/documents',
    permission: 'ticket:read',
    summary: 'List the documents of a ticket',
    params: ofTicket,
    query: TicketDocumentListQuery,
    reply: page(TicketDocument),
    errors: ['NOT_FOUND'],
  },
  uploadTicketDocument: {
    method: 'post',
    path: '/api/v1/tickets/{id}/documents',
    permission: 'ticket:update',
    summary: 'Upload a document to a ticket; 200 at most',
    description: 'Send the bytes in the form field `file`; the whole request has 25 MiB at most.',
    params: ofTicket,
    body: UploadTicketDocument,
    bodyKind: 'multipart',
    bodyLimit: MAX_TICKET_UPLOAD_BYTES,
    reply: created(TicketDocument),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  getTicketDocument: {
    method: 'get',
    path: '/api/v1/tickets/{id}/documents/{documentId}',
    permission: 'ticket:read',
    summary: 'Read one document of a ticket without its bytes',
    params,
    reply: one(TicketDocument),
    errors: ['NOT_FOUND'],
  },
  downloadTicketDocument: {
    method: 'get',
    path: '/api/v1/tickets/{id}/documents/{documentId}/download',
    permission: 'ticket:read',
    summary: 'Download the bytes of a document',
    description: 'The ETag is the SHA-256 of the bytes, which never change.',
    params,
    reply: download('application/octet-stream'),
    errors: ['NOT_FOUND'],
  },
  updateTicketDocument: {
    method: 'put',
    path: '/api/v1/tickets/{id}/documents/{documentId}',
    permission: 'ticket:update',
    staffOnly: true,
    summary: 'Rename a document, or hide it from people of the client',
    params,
    body: UpdateTicketDocument,
    reply: one(TicketDocument),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteTicketDocument: {
    method: 'delete',
    path: '/api/v1/tickets/{id}/documents/{documentId}',
    permission: 'ticket:update',
    summary: 'Delete a document of a ticket and its bytes; people of the client only their own',
    params,
    reply: nothing(),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
