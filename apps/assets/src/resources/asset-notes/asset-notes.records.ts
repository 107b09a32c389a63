import { statement } from '@psa/postgres-kit';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../assets-app.ts';
import type { AssetNotesTable, Tables } from '../../tables.ts';

export type NotesRecord = Selectable<AssetNotesTable>;

const findStatement = statement<Tables>()((db, p: { asset_id: string }) =>
  db.selectFrom('asset_notes').selectAll().where('asset_id', '=', p.asset_id),
);

/** The notes of an asset, also when they were taken off it. */
export function findNotes(db: Db, assetId: string): Promise<NotesRecord | undefined> {
  return db.first(findStatement, { asset_id: assetId });
}

/** Writes the notes and puts them on the asset; what was there is replaced, its id and name stay. */
export async function saveNotes(
  tx: Tx,
  notes: Pick<NotesRecord, 'asset_id' | 'document_id' | 'document_name' | 'version'> & { block_data: unknown; updated_at: string },
): Promise<NotesRecord> {
  const { version, updated_at } = notes;
  const written = { block_data: JSON.stringify(notes.block_data), is_linked: true, version, updated_at };
  return tx
    .insertInto('asset_notes')
    .values({ ...notes, ...written })
    .onConflict((conflict) => conflict.columns(['tenant', 'asset_id']).doUpdateSet(written))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function unlinkNotes(tx: Tx, assetId: string, version: number): Promise<void> {
  await tx.updateTable('asset_notes').set({ is_linked: false, version }).where('asset_id', '=', assetId).execute();
}

export async function deleteNotesRow(tx: Tx, assetId: string): Promise<void> {
  await tx.deleteFrom('asset_notes').where('asset_id', '=', assetId).execute();
}
