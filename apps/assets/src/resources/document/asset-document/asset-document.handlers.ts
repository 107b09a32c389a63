import { assetDocumentRoutes } from '@psa/contracts-assets';
import { handlers } from '../../../assets-app.ts';
import { associateDocument, detachDocument } from './asset-document.actions.ts';
import { listAssociations } from './asset-document.list.ts';
import { toDocumentAssociation } from './asset-document.view.ts';

export const assetDocumentHandlers = handlers(assetDocumentRoutes, {
  listAssetDocuments: async ({ db, params, query }) => {
    const { rows, pagination } = await listAssociations(db, params.id, query);
    return { data: rows.map(toDocumentAssociation), pagination };
  },

  associateDocument: async ({ db, params, body }) => ({ data: toDocumentAssociation(await associateDocument(db, params.id, body)) }),

  detachDocument: ({ db, params }) => detachDocument(db, params.associationId),
});
