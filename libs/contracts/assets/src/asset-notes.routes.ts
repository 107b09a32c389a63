import { Id, nothing, payload, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { AssetNotes, DeleteAssetNotesQuery, WriteAssetNotes, WrittenAssetNotes } from './asset-notes.schemas.ts';
import { flatAssetGroup } from './group.ts';

const params = z.object({ id: Id.describe('Asset id') });

export const assetNotesRoutes = routes(flatAssetGroup('Asset notes'), {
  getAssetNotes: {
    method: 'get',
    path: '/api/v1/assets/{id}/notes',
    permission: 'asset:read',
    summary: 'Read the notes of an asset',
    params,
    reply: payload(AssetNotes),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  writeAssetNotes: {
    method: 'put',
    path: '/api/v1/assets/{id}/notes',
    permission: 'asset:update',
    summary: 'Write the notes of an asset',
    params,
    body: WriteAssetNotes,
    reply: payload(WrittenAssetNotes),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  deleteAssetNotes: {
    method: 'delete',
    path: '/api/v1/assets/{id}/notes',
    permission: 'asset:update',
    summary: 'Take the notes off an asset',
    params,
    query: DeleteAssetNotesQuery,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
});
