import { events } from '@psa/contract-kit';
import { z } from 'zod';

const Notes = z.object({ asset_id: z.guid(), document_id: z.guid() });

/** Notes belong to their asset: the events carry its version. */
export const assetNotesEvents = events('assets', {
  written: { name: 'asset.notes_written', version: 1, key: 'asset_id', summary: 'The notes of an asset were written', data: Notes },
  removed: { name: 'asset.notes_removed', version: 1, key: 'asset_id', summary: 'The notes were taken off an asset', data: Notes },
});
