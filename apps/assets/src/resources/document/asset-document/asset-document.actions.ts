import { conflict, invalidField, notFound } from '@psa/contract-kit';
import { assetDocumentEvents, type AssociateDocument } from '@psa/contracts-assets';
import { emit } from '@psa/events-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../../../assets-app.ts';
import { lockAsset, touchAsset } from '../../asset/asset.records.ts';
import { holdDocument } from '../document.records.ts';
import {
  type AssociationRecord,
  type AssociationRow,
  deleteAssociationRow,
  deleteAssociationsOf,
  findAssociation,
  insertAssociation,
} from './asset-document.records.ts';

/** Associates a document with an asset. @throws NOT_FOUND, VALIDATION_ERROR for an unknown document, CONFLICT when it is associated already */
export function associateDocument(db: Db, assetId: string, { document_id, notes }: AssociateDocument): Promise<AssociationRow> {
  return db.transaction(async (tx) => {
    if ((await lockAsset(tx, assetId)) === undefined) throw notFound('Asset');
    const document = await holdDocument(tx, document_id);
    if (document === undefined) throw invalidField('document_id', 'is not a document of this tenant', 'unknown_reference');
    const row = await insertAssociation(tx, { association_id: uuidv7(), asset_id: assetId, document_id, notes: notes ?? null });
    if (row === undefined) throw conflict('The document is already associated with this asset');
    await tell(tx, 'associated', row);
    const { original_filename, file_size, mime_type, created_at: uploaded_at } = document;
    return { ...row, original_filename, file_size, mime_type, uploaded_at };
  });
}

/** Takes a document off an asset. @throws NOT_FOUND */
export function detachDocument(db: Db, associationId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const row = await findAssociation(tx, associationId);
    const locked = row === undefined ? undefined : await lockAsset(tx, row.asset_id);
    if (row === undefined || locked === undefined || !(await deleteAssociationRow(tx, associationId)))
      throw notFound('Document association');
    await tell(tx, 'detached', row);
  });
}

/** Takes a document off every asset, as part of its deletion. */
export async function detachEverywhere(tx: Tx, documentId: string): Promise<void> {
  for (const row of await deleteAssociationsOf(tx, documentId)) await tell(tx, 'detached', row);
}

async function tell(
  tx: Tx,
  fact: keyof typeof assetDocumentEvents,
  { asset_id, document_id, association_id }: AssociationRecord,
): Promise<void> {
  const version = await touchAsset(tx, asset_id);
  emit(tx, assetDocumentEvents[fact], { asset_id, document_id, association_id }, version);
}
