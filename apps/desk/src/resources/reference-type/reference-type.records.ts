import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../desk-app.ts';
import type { ReferenceTypeKind, ReferenceTypesTable } from './reference-type.tables.ts';

export type ReferenceTypeRecord = Selectable<ReferenceTypesTable>;

/** Types of a kind in order. */
export function findReferenceTypes(db: Db, kind: ReferenceTypeKind): Promise<ReferenceTypeRecord[]> {
  return db.selectFrom('reference_types').selectAll().where('kind', '=', kind).orderBy('display_order').orderBy('type_name').execute();
}

export async function insertReferenceType(tx: Tx, row: Insertable<ReferenceTypesTable>): Promise<void> {
  await tx.insertInto('reference_types').values(row).execute();
}
