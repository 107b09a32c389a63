import { notFound } from '@psa/contract-kit';
import { assetNotesRoutes } from '@psa/contracts-assets';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../assets-app.ts';
import { partLinks } from '../asset/asset-links.view.ts';
import { findAsset } from '../asset/asset.records.ts';
import { NO_NOTES, removeNotes, writeNotes } from './asset-notes.actions.ts';
import { findNotes } from './asset-notes.records.ts';
import { toNotes } from './asset-notes.view.ts';

export const assetNotesHandlers = handlers(assetNotesRoutes, {
  getAssetNotes: async ({ db, params }) => {
    const [asset, notes] = await Promise.all([findAsset(db, params.id), findNotes(db, params.id)]);
    if (asset === undefined) throw notFound('Asset');
    return versioned(toNotes(params.id, notes), notes?.version ?? NO_NOTES);
  },

  writeAssetNotes: async ({ db, params, body, ifMatch }) => {
    const { document_id, version } = await writeNotes(db, params.id, body.blockData, ifMatch);
    return versioned({ data: { document_id }, message: 'Notes saved', _links: partLinks(params.id, 'notes') }, version);
  },

  deleteAssetNotes: ({ db, params, query, ifMatch }) => removeNotes(db, params.id, query.delete_document, ifMatch),
});
