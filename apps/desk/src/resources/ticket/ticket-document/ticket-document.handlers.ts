import { notFound } from '@psa/contract-kit';
import { type TicketDocument, ticketDocumentRoutes } from '@psa/contracts-desk';
import { Download, UNTRUSTED_FILE_HEADERS } from '@psa/http-kit';
import { type Db, handlers } from '../../../desk-app.ts';
import { isPortal } from '../ticket.records.ts';
import { assertReach, reachTicket, ticketScopeOf } from '../ticket.access.ts';
import { deleteDocument, updateDocument, uploadDocument } from './ticket-document.actions.ts';
import { findDocument, listDocuments, type TicketDocumentRow } from './ticket-document.records.ts';

async function requireDocument(db: Db, ticketId: string, documentId: string, portal: boolean): Promise<TicketDocument> {
  const row = await findDocument(db, ticketId, documentId, portal);
  if (row === undefined) throw notFound('Document');
  return toTicketDocument(row);
}

const toTicketDocument = (row: TicketDocumentRow): TicketDocument => ({ ...row });

export const ticketDocumentHandlers = handlers(ticketDocumentRoutes, {
  listTicketDocuments: async ({ db, params, query, principal }) => {
    const scope = await ticketScopeOf(db, principal);
    await reachTicket(db, params.id, scope);
    const { rows, pagination } = await listDocuments(db, params.id, query, isPortal(scope));
    return { data: rows.map(toTicketDocument), pagination };
  },

  uploadTicketDocument: async ({ db, ports, params, body, file, principal }) => {
    const scope = await ticketScopeOf(db, principal);
    await reachTicket(db, params.id, scope);
    const id = await uploadDocument(db, ports, params.id, body, file, isPortal(scope));
    return { data: await requireDocument(db, params.id, id, isPortal(scope)) };
  },

  getTicketDocument: async ({ db, params, principal }) => {
    const scope = await ticketScopeOf(db, principal);
    await reachTicket(db, params.id, scope);
    return { data: await requireDocument(db, params.id, params.documentId, isPortal(scope)) };
  },

  downloadTicketDocument: async ({ db, ports, params, principal }) => {
    const scope = await ticketScopeOf(db, principal);
    await reachTicket(db, params.id, scope);
    const { document_id, mime_type, original_filename, file_size, sha256 } = await requireDocument(
      db,
      params.id,
      params.documentId,
      isPortal(scope),
    );
    return new Download(mime_type, ports.documents.read(db, document_id), original_filename, {
      ...UNTRUSTED_FILE_HEADERS,
      'content-length': String(file_size),
      etag: `"${sha256}"`,
    });
  },

  updateTicketDocument: async ({ db, params, body, principal }) => {
    await assertReach(db, principal, params.id);
    await updateDocument(db, params.id, params.documentId, body);
    return { data: await requireDocument(db, params.id, params.documentId, false) };
  },

  deleteTicketDocument: async ({ db, ports, params, principal }) => {
    const scope = await ticketScopeOf(db, principal);
    await reachTicket(db, params.id, scope);
    await deleteDocument(db, ports, params.id, params.documentId, isPortal(scope));
  },
});
