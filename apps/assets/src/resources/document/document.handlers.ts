import { notFound } from '@psa/contract-kit';
import { documentRoutes } from '@psa/contracts-assets';
import { Download, type Principal, UNTRUSTED_FILE_HEADERS, versioned } from '@psa/http-kit';
import { type Db, handlers } from '../../assets-app.ts';
import { deleteDocument, updateDocument, uploadDocument } from './document.actions.ts';
import { documentScopeOf } from './document.access.ts';
import { listDocuments } from './document.list.ts';
import { type DocumentRecord, findDocument } from './document.records.ts';
import { toDocument } from './document.view.ts';

export const documentHandlers = handlers(documentRoutes, {
  listDocuments: async ({ db, query, principal }) => {
    const { rows, pagination } = await listDocuments(db, query, documentScopeOf(principal));
    return { data: rows.map(toDocument), pagination };
  },

  uploadDocument: async ({ db, ports, body, file, principal }) => {
    const row = await uploadDocument(db, ports, body, file, { userId: principal.userId, audience: documentScopeOf(principal) });
    return versioned({ data: toDocument(row) }, row.version, `/api/v1/documents/${row.document_id}`);
  },

  getDocument: async ({ db, params, principal }) => {
    const row = await requireDocument(db, params.id, principal);
    return versioned({ data: toDocument(row) }, row.version);
  },

  downloadDocument: async ({ db, ports, params, principal }) => {
    const { document_id, mime_type, original_filename, file_size, sha256 } = await requireDocument(db, params.id, principal);
    return new Download(mime_type, ports.documents.read(db, document_id), original_filename, {
      ...UNTRUSTED_FILE_HEADERS,
      'content-length': String(file_size),
      etag: `"${sha256}"`,
    });
  },

  updateDocument: async ({ db, params, body, principal, ifMatch }) => {
    const row = await updateDocument(db, params.id, body, documentScopeOf(principal), ifMatch);
    return versioned({ data: toDocument(row) }, row.version);
  },

  deleteDocument: ({ db, ports, params, query, principal, ifMatch }) =>
    deleteDocument(db, ports, params.id, { audience: documentScopeOf(principal), force: query.force === true, accepted: ifMatch }),
});

async function requireDocument(db: Db, documentId: string, principal: Principal): Promise<DocumentRecord> {
  const row = await findDocument(db, documentId, documentScopeOf(principal));
  if (row === undefined) throw notFound('Document');
  return row;
}
