import { type TenantBuilder, withIsoTimestamps } from '@psa/postgres-kit';
import { type Selectable, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db, Tx } from '../../../assets-app.ts';
import type { AssetDocumentsTable, Tables } from '../../../tables.ts';

export type AssociationRecord = Selectable<AssetDocumentsTable>;
/** An association with what lists show of its document. */
export type AssociationRow = AssociationRecord & { original_filename: string; file_size: number; mime_type: string; uploaded_at: string };

/** An asset with more documents shows the newest associations. */
const SHOWN_WITH_ASSET = 100;

/** Associations with their documents: the base of every read. */
export function associationRows(db: TenantBuilder<Tables>) {
  return db
    .selectFrom('asset_documents')
    .innerJoin('documents', (join) =>
      join.onRef('documents.tenant', '=', 'asset_documents.tenant').onRef('documents.document_id', '=', 'asset_documents.document_id'),
    )
    .selectAll('asset_documents')
    .select(['documents.original_filename', 'documents.file_size', 'documents.mime_type', 'documents.created_at as uploaded_at']);
}

/** The documents of an asset as one JSON column; read them with {@link associationFromJson}. */
export function documentsOfAsset(db: TenantBuilder<Tables>, assetId: string) {
  return jsonArrayFrom(
    associationRows(db)
      .where('asset_documents.asset_id', '=', assetId)
      .orderBy('asset_documents.created_at', 'desc')
      .orderBy('asset_documents.association_id', 'desc')
      .limit(SHOWN_WITH_ASSET),
  );
}

export function associationFromJson(row: AssociationRow): AssociationRow {
  return withIsoTimestamps(row, 'created_at', 'uploaded_at');
}

/** @returns undefined when the asset has the document already */
export function insertAssociation(
  tx: Tx,
  association: { association_id: string; asset_id: string; document_id: string; notes: string | null },
): Promise<AssociationRecord | undefined> {
  return tx
    .insertInto('asset_documents')
    .values(association)
    .onConflict((conflict) => conflict.columns(['tenant', 'asset_id', 'document_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function findAssociation(db: Db, associationId: string): Promise<AssociationRecord | undefined> {
  return db.selectFrom('asset_documents').selectAll().where('association_id', '=', associationId).executeTakeFirst();
}

/** @returns whether it was still there */
export async function deleteAssociationRow(tx: Tx, associationId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('asset_documents').where('association_id', '=', associationId).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes every association of a document, and says which they were, in the order of their assets. */
export async function deleteAssociationsOf(tx: Tx, documentId: string): Promise<AssociationRecord[]> {
  const rows = await tx.deleteFrom('asset_documents').where('document_id', '=', documentId).returningAll().execute();
  return rows.sort((one, other) => one.asset_id.localeCompare(other.asset_id));
}

export async function countAssociations(db: Db, documentId: string): Promise<number> {
  const { count } = await db
    .selectFrom('asset_documents')
    .select(sql<number>`count(*)`.as('count'))
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow();
  return count;
}
