import { ApiError, conflict, invalidField, notFound } from '@psa/contract-kit';
import { ticketDocumentEvents, type UpdateTicketDocument, type UploadTicketDocument } from '@psa/contracts-desk';
import { emit } from '@psa/events-kit';
import { type UploadedFile, uploadFacts } from '@psa/http-kit';
import { changedMembers } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Ports, Tx } from '../../../desk-app.ts';
import { assertNotMerged } from '../ticket-change.actions.ts';
import { findComment } from '../ticket-comment/ticket-comment.records.ts';
import { personOf } from '../acting-person.ts';
import { addHistory, lockTicket, type TicketRecord, updateTicketRow } from '../ticket.records.ts';
import {
  countDocuments,
  deleteDocumentRow,
  findDocument,
  insertDocument,
  type TicketDocumentRecord,
  updateDocumentRow,
} from './ticket-document.records.ts';

/** Max documents of a ticket. */
const MAX_DOCUMENTS = 200;

/**
 * Stores a file of a ticket: its bytes and what is known of it, both or neither.
 * @param portal whether somebody of the client portal uploads it
 * @returns its id
 * @throws NOT_FOUND, VALIDATION_ERROR, CONFLICT when the ticket has too many or was merged
 */
export async function uploadDocument(
  db: Db,
  ports: Ports,
  ticketId: string,
  input: UploadTicketDocument,
  file: UploadedFile,
  portal: boolean,
): Promise<string> {
  if (portal && input.is_internal === true) throw invalidField('is_internal', 'is for staff alone', 'staff_only');
  const facts = uploadFacts(file);
  const document_id = uuidv7();
  await ports.documents.stage(db, document_id, file.bytes);
  await changeDocuments(db, ticketId, 'added', async (tx) => {
    if ((await countDocuments(tx, ticketId)) >= MAX_DOCUMENTS) throw conflict(`A ticket has ${MAX_DOCUMENTS} documents at most`);
    const comment = input.comment_id === undefined ? undefined : await findComment(tx, ticketId, input.comment_id);
    if (input.comment_id !== undefined && (comment === undefined || comment.deleted_at !== null || (portal && comment.is_internal)))
      throw invalidField('comment_id', 'is not a comment of the ticket', 'unknown_reference');
    const row = await insertDocument(tx, {
      ...facts,
      document_id,
      ticket_id: ticketId,
      comment_id: comment?.comment_id ?? null,
      document_name: input.document_name ?? facts.original_filename,
      is_internal: comment?.is_internal ?? input.is_internal ?? false,
      uploaded_by: personOf(tx),
    });
    await ports.documents.keep(tx, document_id);
    return row;
  });
  return document_id;
}

/** Renames a document or changes who sees it. @throws NOT_FOUND, CONFLICT when the ticket was merged */
export async function updateDocument(db: Db, ticketId: string, documentId: string, input: UpdateTicketDocument): Promise<void> {
  await changeDocuments(db, ticketId, 'updated', async (tx) => {
    const previous = await findDocument(tx, ticketId, documentId, false);
    if (previous === undefined) throw notFound('Document');
    const changes = changedMembers(previous, input);
    if (Object.keys(changes).length === 0) return undefined;
    return updateDocumentRow(tx, documentId, changes as Partial<TicketDocumentRecord>);
  });
}

/** Deletes a document with its bytes. @throws NOT_FOUND, FORBIDDEN for what somebody of the portal did not upload, CONFLICT */
export async function deleteDocument(db: Db, ports: Ports, ticketId: string, documentId: string, portal: boolean): Promise<void> {
  await changeDocuments(db, ticketId, 'deleted', async (tx) => {
    const row = await findDocument(tx, ticketId, documentId, portal);
    if (row === undefined) throw notFound('Document');
    if (portal && row.uploaded_by !== personOf(tx)) throw new ApiError('FORBIDDEN', 'Permission denied: you did not upload this document');
    await ports.documents.release(tx, documentId);
    await deleteDocumentRow(tx, documentId);
    return row;
  });
}

/** Documents are part of their ticket: what changes them changes it. */
function changeDocuments(
  db: Db,
  ticketId: string,
  what: keyof typeof ticketDocumentEvents,
  work: (tx: Tx) => Promise<TicketDocumentRecord | undefined>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (ticket === undefined) throw notFound('Ticket');
    assertNotMerged(ticket);
    const row = await work(tx);
    if (row === undefined) return;
    const after = await updateTicketRow(tx, ticketId, { updated_by: personOf(tx) });
    const { document_name } = row;
    const name = { previous: what === 'added' ? null : document_name, new: what === 'deleted' ? null : document_name };
    addHistory(tx, ticketId, `document_${what}`, { document_name: name });
    publishDocument(tx, what, row, after);
  });
}

/** Tells of a document. @param ticket it belongs to, after the change */
export function publishDocument(
  tx: Tx,
  what: keyof typeof ticketDocumentEvents,
  { ticket_id, document_id, comment_id, document_name, mime_type, file_size, is_internal }: TicketDocumentRecord,
  { channel_id, version }: Pick<TicketRecord, 'channel_id' | 'version'>,
): void {
  const facts = { ticket_id, channel_id, document_id, comment_id, document_name, mime_type, file_size, is_internal };
  emit(tx, ticketDocumentEvents[what], facts, version);
}
