import { addToRowCount, statement } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../assets-app.ts';
import type { DocumentsTable, Tables } from '../../tables.ts';
import type { ClientScope } from './document.access.ts';

export type DocumentRecord = Selectable<DocumentsTable>;

const findStatement = statement<Tables>()((db, p: { document_id: string }) =>
  db.selectFrom('documents').selectAll().where('document_id', '=', p.document_id),
);

/** @returns undefined also for a document the audience may not see */
export async function findDocument(db: Db, documentId: string, audience: ClientScope): Promise<DocumentRecord | undefined> {
  return visible(await db.first(findStatement, { document_id: documentId }), audience);
}

/** Reads a document and keeps others from changing it until the transaction ends. */
export async function lockDocument(tx: Tx, documentId: string, audience: ClientScope): Promise<DocumentRecord | undefined> {
  return visible(
    await tx.selectFrom('documents').selectAll().where('document_id', '=', documentId).forUpdate().executeTakeFirst(),
    audience,
  );
}

/** Reads a document and keeps it from being deleted until the transaction ends. */
export function holdDocument(tx: Tx, documentId: string): Promise<DocumentRecord | undefined> {
  return tx.selectFrom('documents').selectAll().where('document_id', '=', documentId).forKeyShare().executeTakeFirst();
}

export async function insertDocument(tx: Tx, document: Insertable<DocumentsTable>): Promise<DocumentRecord> {
  const row = await tx.insertInto('documents').values(document).returningAll().executeTakeFirstOrThrow();
  addToRowCount(tx, 'documents', 1);
  return row;
}

/** Writes the changes and raises the version. */
export function updateDocumentRow(tx: Tx, documentId: string, changes: Updateable<DocumentsTable>): Promise<DocumentRecord> {
  return tx
    .updateTable('documents')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('document_id', '=', documentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteDocumentRow(tx: Tx, documentId: string): Promise<void> {
  await tx.deleteFrom('documents').where('document_id', '=', documentId).execute();
  addToRowCount(tx, 'documents', -1);
}

function visible(row: DocumentRecord | undefined, audience: ClientScope): DocumentRecord | undefined {
  return audience === 'tenant' || row?.client_id === audience.clientId ? row : undefined;
}
