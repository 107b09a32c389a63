import { created, Id, nothing, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { assetGroup } from './group.ts';
import { AssetRelationship, AssetRelationshipQuery, CreateAssetRelationship } from './relationship.schemas.ts';

const params = z.object({ id: Id.describe('Asset id') });

export const relationshipRoutes = routes(assetGroup('Asset relationships'), {
  listAssetRelationships: {
    method: 'get',
    path: '/api/v1/assets/{id}/relationships',
    permission: 'asset:read',
    summary: 'List what an asset is related to, in both directions',
    params,
    query: AssetRelationshipQuery,
    reply: page(AssetRelationship),
    unknownId: 200,
  },
  createAssetRelationship: {
    method: 'post',
    path: '/api/v1/assets/{id}/relationships',
    permission: 'asset:update',
    summary: 'Relate an asset to another',
    params,
    body: CreateAssetRelationship,
    reply: created(AssetRelationship),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteAssetRelationship: {
    method: 'delete',
    path: '/api/v1/assets/relationships/{relationshipId}',
    permission: 'asset:update',
    summary: 'Delete a relationship; the assets stay',
    params: z.object({ relationshipId: Id.describe('Relationship id') }),
    reply: nothing(),
    errors: ['NOT_FOUND'],
  },
});
