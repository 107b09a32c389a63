import { notFound } from '@psa/contract-kit';
import { assetNotesEvents } from '@psa/contracts-assets';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../assets-app.ts';
import { type AssetRecord, lockAsset, touchAsset } from '../asset/asset.records.ts';
import { deleteNotesRow, findNotes, type NotesRecord, saveNotes, unlinkNotes } from './asset-notes.records.ts';

/**
 * Version of notes that were never written. Written ones take the version of their asset, which only rises: notes that
 * are deleted and written again never have a version they had before.
 */
export const NO_NOTES = 0;

/** Writes the notes of an asset. @throws NOT_FOUND, PRECONDITION_FAILED when they are not at an accepted version */
export function writeNotes(db: Db, assetId: string, blockData: unknown, accepted: Accepted): Promise<NotesRecord> {
  return db.transaction(async (tx) => {
    const { asset, notes } = await lockNotes(tx, assetId, accepted);
    const version = await touchAsset(tx, assetId);
    const row = await saveNotes(tx, {
      asset_id: assetId,
      document_id: notes?.document_id ?? uuidv7(),
      document_name: `${asset.name} Notes`,
      block_data: blockData,
      version,
      updated_at: new Date().toISOString(),
    });
    emit(tx, assetNotesEvents.written, { asset_id: assetId, document_id: row.document_id }, version);
    return row;
  });
}

/**
 * Takes the notes off an asset, if it has any.
 * @param forGood deletes the text as well
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export function removeNotes(db: Db, assetId: string, forGood: boolean, accepted: Accepted): Promise<void> {
  return db.transaction(async (tx) => {
    const { notes } = await lockNotes(tx, assetId, accepted);
    if (notes === undefined || (!notes.is_linked && !forGood)) return;
    const version = await touchAsset(tx, assetId);
    if (forGood) await deleteNotesRow(tx, assetId);
    else await unlinkNotes(tx, assetId, version);
    emit(tx, assetNotesEvents.removed, { asset_id: assetId, document_id: notes.document_id }, version);
  });
}

/** The asset's lock guards its notes too: there may be no row yet to lock. */
async function lockNotes(tx: Tx, assetId: string, accepted: Accepted): Promise<{ asset: AssetRecord; notes: NotesRecord | undefined }> {
  const asset = await lockAsset(tx, assetId);
  if (asset === undefined) throw notFound('Asset');
  const notes = await findNotes(tx, assetId);
  demandVersion(accepted, notes?.version ?? NO_NOTES);
  return { asset, notes };
}
