import type { AssetNotes } from '@psa/contracts-assets';
import { partLinks } from '../asset/asset-links.view.ts';
import type { NotesRecord } from './asset-notes.records.ts';

/** The notes as their asset shows them; notes that were taken off it do not show. */
export function toNotes(assetId: string, row: NotesRecord | undefined): AssetNotes {
  const _links = partLinks(assetId, 'notes');
  if (row === undefined || !row.is_linked) return { data: { document: null, blockData: null, lastUpdated: null }, _links };
  const { document_id, document_name, block_data, created_at, updated_at } = row;
  return {
    data: {
      document: { document_id, document_name, created_at, updated_at },
      blockData: block_data as AssetNotes['data']['blockData'],
      lastUpdated: updated_at,
    },
    _links,
  };
}
