import { created, Id, nothing, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { AssetDocumentQuery, AssociateDocument, DocumentAssociation } from './asset-document.schemas.ts';
import { assetGroup } from './group.ts';

const params = z.object({ id: Id.describe('Asset id') });

export const assetDocumentRoutes = routes(assetGroup('Asset documents'), {
  listAssetDocuments: {
    method: 'get',
    path: '/api/v1/assets/{id}/documents',
    permission: ['asset:read', 'document:read'],
    summary: 'List the documents of an asset',
    params,
    query: AssetDocumentQuery,
    reply: page(DocumentAssociation),
    unknownId: 200,
  },
  associateDocument: {
    method: 'post',
    path: '/api/v1/assets/{id}/documents',
    permission: ['asset:update', 'document:read'],
    summary: 'Associate a document with an asset',
    params,
    body: AssociateDocument,
    reply: created(DocumentAssociation),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  detachDocument: {
    method: 'delete',
    path: '/api/v1/assets/documents/{associationId}',
    permission: 'asset:update',
    summary: 'Take a document off an asset; the document stays',
    params: z.object({ associationId: Id.describe('Association id') }),
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
});
