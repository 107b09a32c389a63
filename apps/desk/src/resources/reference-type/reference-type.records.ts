import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import type { ReferenceTypeKind, ReferenceTypesTable } from './reference-type.tables.ts';

export type ReferenceTypeRecord = Selectable<ReferenceTypesTable>;

/** Types of a kind in order. */
export function findReferenceTypes(db: Db, kind: ReferenceTypeKind): Promise<ReferenceTypeRecord[]> {
  return db.selectFrom('reference_types').selectAll().where('kind', '=', kind).orderBy('display_order').orderBy('type_name').execute();
}

export function findReferenceType(db: Db, kind: ReferenceTypeKind, typeId: string): Promise<ReferenceTypeRecord | undefined> {
  return db.selectFrom('reference_types').selectAll().where('kind', '=', kind).where('type_id', '=', typeId).executeTakeFirst();
}

/** Reads a type and keeps others from changing it until the transaction ends. */
export function lockReferenceType(tx: Tx, kind: ReferenceTypeKind, typeId: string): Promise<ReferenceTypeRecord | undefined> {
  return tx.selectFrom('reference_types').selectAll().where('kind', '=', kind).where('type_id', '=', typeId).forUpdate().executeTakeFirst();
}

/** Whether there is a type of tasks with the key; it cannot be deleted until the transaction ends. */
export async function holdTaskType(tx: Tx, typeKey: string): Promise<boolean> {
  const row = await tx
    .selectFrom('reference_types')
    .select('type_id')
    .where('kind', '=', 'task')
    .where('type_key', '=', typeKey)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes the changes and raises the version. */
export function updateReferenceTypeRow(tx: Tx, typeId: string, changes: Updateable<ReferenceTypesTable>): Promise<ReferenceTypeRecord> {
  return tx
    .updateTable('reference_types')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('type_id', '=', typeId)
    .returningAll()
    .executeTakeFirstOrThrow();
}
