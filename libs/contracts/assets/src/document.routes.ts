import { created, download, Id, nothing, one, page, type RouteGroup, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { DeleteDocumentQuery, Document, DocumentListQuery, MAX_UPLOAD_BYTES, UpdateDocument, UploadDocument } from './document.schemas.ts';

const group: RouteGroup = { service: 'assets', form: 'data', tag: 'Documents' };
const params = z.object({ id: Id.describe('Document id') });

export const documentRoutes = routes(group, {
  listDocuments: {
    method: 'get',
    path: '/api/v1/documents',
    permission: 'document:read',
    summary: 'List documents',
    query: DocumentListQuery,
    reply: page(Document),
  },
  uploadDocument: {
    method: 'post',
    path: '/api/v1/documents',
    permission: 'document:create',
    summary: 'Upload a document',
    description: 'Send the bytes in the form field `file`; the whole request has 25 MiB at most.',
    body: UploadDocument,
    bodyKind: 'multipart',
    bodyLimit: MAX_UPLOAD_BYTES,
    reply: created(Document),
    versioned: true,
  },
  getDocument: {
    method: 'get',
    path: '/api/v1/documents/{id}',
    permission: 'document:read',
    summary: 'Read one document without its bytes',
    params,
    reply: one(Document),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  downloadDocument: {
    method: 'get',
    path: '/api/v1/documents/{id}/download',
    permission: 'document:read',
    summary: 'Download the bytes of a document',
    description: 'The ETag is the SHA-256 of the bytes, which never change.',
    params,
    reply: download('application/octet-stream'),
    errors: ['NOT_FOUND'],
  },
  updateDocument: {
    method: 'put',
    path: '/api/v1/documents/{id}',
    permission: 'document:update',
    summary: 'Rename a document or change its notes',
    params,
    body: UpdateDocument,
    reply: one(Document),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  deleteDocument: {
    method: 'delete',
    path: '/api/v1/documents/{id}',
    permission: 'document:delete',
    summary: 'Delete a document and its bytes',
    params,
    query: DeleteDocumentQuery,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
