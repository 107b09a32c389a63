import { addToRowCount } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { ServiceTypesTable } from './service-type.tables.ts';

export type ServiceTypeRecord = Selectable<ServiceTypesTable>;

export function findServiceType(db: Db, id: string): Promise<ServiceTypeRecord | undefined> {
  return db.selectFrom('service_types').selectAll().where('service_type_id', '=', id).executeTakeFirst();
}

/** The service type of a name, whatever its case. */
export function findServiceTypeNamed(db: Db, name: string): Promise<ServiceTypeRecord | undefined> {
  return db
    .selectFrom('service_types')
    .selectAll()
    .where(sql<boolean>`lower(name) = lower(${name})`)
    .executeTakeFirst();
}

/** Reads one and keeps others from changing it until the transaction ends. */
export function lockServiceType(tx: Tx, id: string): Promise<ServiceTypeRecord | undefined> {
  return tx.selectFrom('service_types').selectAll().where('service_type_id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertServiceType(tx: Tx, row: Insertable<ServiceTypesTable>): Promise<ServiceTypeRecord> {
  addToRowCount(tx, 'service_types', 1);
  return tx.insertInto('service_types').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateServiceTypeRow(tx: Tx, id: string, changes: Updateable<ServiceTypesTable>): Promise<ServiceTypeRecord> {
  return tx
    .updateTable('service_types')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('service_type_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteServiceTypeRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('service_types').where('service_type_id', '=', id).execute();
  addToRowCount(tx, 'service_types', -1);
}
