import type { TicketDocumentListQuery } from '@psa/contracts-desk';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../desk-app.ts';
import type { TicketDocumentsTable } from '../ticket.tables.ts';

export type TicketDocumentRecord = Selectable<TicketDocumentsTable>;
export type TicketDocumentRow = TicketDocumentRecord & { uploaded_by_name: string | null };

/** Documents with the names of those who uploaded them; of what is internal only staff see anything. */
function documentRows(db: Db, ticketId: string, portal: boolean) {
  return db
    .selectFrom('ticket_documents')
    .leftJoin('user_replicas', (join) =>
      join
        .onRef('user_replicas.tenant', '=', 'ticket_documents.tenant')
        .onRef('user_replicas.user_id', '=', 'ticket_documents.uploaded_by'),
    )
    .selectAll('ticket_documents')
    .select('user_replicas.full_name as uploaded_by_name')
    .where('ticket_documents.ticket_id', '=', ticketId)
    .$if(portal, (rows) => rows.where('ticket_documents.is_internal', '=', false));
}

export function findDocument(db: Db, ticketId: string, documentId: string, portal: boolean): Promise<TicketDocumentRow | undefined> {
  return documentRows(db, ticketId, portal).where('ticket_documents.document_id', '=', documentId).executeTakeFirst();
}

const order: ListOrder = {
  columns: {
    created_at: 'ticket_documents.created_at',
    document_name: 'ticket_documents.document_name',
    file_size: 'ticket_documents.file_size',
  },
  id: { ref: 'ticket_documents.document_id', name: 'document_id' },
};

/** One page of the documents of a ticket. */
export function listDocuments(db: Db, ticketId: string, query: TicketDocumentListQuery, portal: boolean): Promise<Page<TicketDocumentRow>> {
  const { search, comment_id, is_internal, created_from, created_to } = query;
  const pattern = containsPattern(search ?? '');
  const rows = documentRows(db, ticketId, portal)
    .$if(Boolean(search), (found) =>
      found.where((eb) => eb.or([eb('document_name', 'ilike', pattern), eb('original_filename', 'ilike', pattern)])),
    )
    .$if(comment_id !== undefined, (found) => found.where('comment_id', '=', comment_id ?? ''))
    .$if(is_internal !== undefined, (found) => found.where('is_internal', '=', is_internal ?? false))
    .$if(created_from !== undefined, (found) => found.where('ticket_documents.created_at', '>=', created_from ?? ''))
    .$if(created_to !== undefined, (found) => found.where('ticket_documents.created_at', '<=', created_to ?? ''));
  return readPage<TicketDocumentRow>(rows, order, query, async () => {
    const { documents } = await rows
      .clearSelect()
      .select(sql<number>`count(*)`.as('documents'))
      .executeTakeFirstOrThrow();
    return documents;
  });
}

export async function countDocuments(tx: Tx, ticketId: string): Promise<number> {
  const { documents } = await tx
    .selectFrom('ticket_documents')
    .select((eb) => eb.fn.countAll<number>().as('documents'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow();
  return documents;
}

export function insertDocument(tx: Tx, document: Insertable<TicketDocumentsTable>): Promise<TicketDocumentRecord> {
  return tx.insertInto('ticket_documents').values(document).returningAll().executeTakeFirstOrThrow();
}

export function updateDocumentRow(tx: Tx, documentId: string, changes: Updateable<TicketDocumentsTable>): Promise<TicketDocumentRecord> {
  return tx.updateTable('ticket_documents').set(changes).where('document_id', '=', documentId).returningAll().executeTakeFirstOrThrow();
}

/** Shows the documents of a comment to people of the client, or hides them. @returns those that changed */
export function setVisibilityOfComment(tx: Tx, ticketId: string, commentId: string, isInternal: boolean): Promise<TicketDocumentRecord[]> {
  return tx
    .updateTable('ticket_documents')
    .set({ is_internal: isInternal })
    .where('ticket_id', '=', ticketId)
    .where('comment_id', '=', commentId)
    .where('is_internal', '<>', isInternal)
    .returningAll()
    .execute();
}

export async function deleteDocumentRow(tx: Tx, documentId: string): Promise<void> {
  await tx.deleteFrom('ticket_documents').where('document_id', '=', documentId).execute();
}

/** Deletes the documents of a ticket. @returns their ids, whose bytes have to be released */
export async function deleteDocumentsOf(tx: Tx, ticketId: string): Promise<string[]> {
  const rows = await tx.deleteFrom('ticket_documents').where('ticket_id', '=', ticketId).returning('document_id').execute();
  return rows.map(({ document_id }) => document_id);
}
