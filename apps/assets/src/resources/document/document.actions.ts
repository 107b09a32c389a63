import { inUse, notFound } from '@psa/contract-kit';
import { documentEvents, type UpdateDocument, type UploadDocument } from '@psa/contracts-assets';
import { emit } from '@psa/events-kit';
import { type Accepted, demandVersion, type UploadedFile, uploadFacts } from '@psa/http-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../assets-app.ts';
import { detachEverywhere } from './asset-document/asset-document.actions.ts';
import { countAssociations } from './asset-document/asset-document.records.ts';
import type { ClientScope } from './document.access.ts';
import { deleteDocumentRow, type DocumentRecord, insertDocument, lockDocument, updateDocumentRow } from './document.records.ts';

/** Stores a file: its bytes and what is known of it, both or neither. */
export async function uploadDocument(
  db: Db,
  ports: Ports,
  input: UploadDocument,
  file: UploadedFile,
  by: { userId: string; audience: ClientScope },
): Promise<DocumentRecord> {
  const facts = uploadFacts(file);
  const document_id = uuidv7();
  await ports.documents.stage(db, document_id, file.bytes);
  return db.transaction(async (tx) => {
    const row = await insertDocument(tx, {
      ...facts,
      document_id,
      document_name: input.document_name ?? facts.original_filename,
      notes: input.notes ?? null,
      client_id: by.audience === 'tenant' ? null : by.audience.clientId,
      uploaded_by: by.userId,
    });
    await ports.documents.keep(tx, document_id);
    emit(tx, documentEvents.created, eventFacts(row), row.version);
    return row;
  });
}

/** Changes the name and the notes. @throws NOT_FOUND, PRECONDITION_FAILED */
export function updateDocument(
  db: Db,
  documentId: string,
  input: UpdateDocument,
  audience: ClientScope,
  accepted?: Accepted,
): Promise<DocumentRecord> {
  return db.transaction(async (tx) => {
    const previous = await lockAccepted(tx, documentId, audience, accepted);
    const { document_name = previous.document_name, notes = previous.notes } = input;
    if (document_name === previous.document_name && notes === previous.notes) return previous;
    const row = await updateDocumentRow(tx, documentId, { document_name, notes });
    emit(tx, documentEvents.updated, eventFacts(row), row.version);
    return row;
  });
}

/**
 * Deletes a document with its bytes.
 * @param force whether to take it off the assets it is associated with
 * @throws NOT_FOUND, PRECONDITION_FAILED, CONFLICT naming what it is associated with
 */
export function deleteDocument(
  db: Db,
  ports: Ports,
  documentId: string,
  options: { audience: ClientScope; force: boolean; accepted?: Accepted },
): Promise<void> {
  return db.transaction(async (tx) => {
    const { version } = await lockAccepted(tx, documentId, options.audience, options.accepted);
    if (options.force) await detachEverywhere(tx, documentId);
    else {
      const count = await countAssociations(tx, documentId);
      if (count > 0) {
        throw inUse('The document is associated with assets', [{ type: 'asset', count, label: count === 1 ? 'Asset' : 'Assets' }]);
      }
    }
    await ports.documents.release(tx, documentId);
    await deleteDocumentRow(tx, documentId);
    emit(tx, documentEvents.deleted, { document_id: documentId }, version + 1);
  });
}

async function lockAccepted(tx: Tx, documentId: string, audience: ClientScope, accepted: Accepted): Promise<DocumentRecord> {
  const row = await lockDocument(tx, documentId, audience);
  if (row === undefined) throw notFound('Document');
  demandVersion(accepted, row.version);
  return row;
}

function eventFacts({ document_id, document_name, original_filename, mime_type, file_size, client_id }: DocumentRecord) {
  return { document_id, document_name, original_filename, mime_type, file_size, client_id };
}
