import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Association = z.object({ asset_id: z.guid(), document_id: z.guid(), association_id: z.guid() });

/** Associations belong to their asset: the events carry its version. */
export const assetDocumentEvents = events('assets', {
  associated: {
    name: 'asset.document_associated',
    version: 1,
    key: 'asset_id',
    summary: 'A document was associated with an asset',
    data: Association,
  },
  detached: {
    name: 'asset.document_detached',
    version: 1,
    key: 'asset_id',
    summary: 'A document was taken off an asset',
    data: Association,
  },
});
