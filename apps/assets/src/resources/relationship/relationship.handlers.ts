import { relationshipRoutes } from '@psa/contracts-assets';
import { handlers } from '../../assets-app.ts';
import { relateAssets, unrelateAssets } from './relationship.actions.ts';
import { listRelationships } from './relationship.list.ts';
import { toRelatedAsset, toRelationship } from './relationship.view.ts';

export const relationshipHandlers = handlers(relationshipRoutes, {
  listAssetRelationships: async ({ db, params, query }) => {
    const { rows, pagination } = await listRelationships(db, params.id, query);
    return { data: rows.map(toRelatedAsset), pagination };
  },

  createAssetRelationship: async ({ db, params, body }) => ({ data: toRelationship(await relateAssets(db, params.id, body)) }),

  deleteAssetRelationship: ({ db, params }) => unrelateAssets(db, params.relationshipId),
});
