import { type Dependency, dependency } from '@psa/contract-kit';
import { addToRowCount, together } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type SqlBool, type Updateable } from 'kysely';
import type { Db, Tx } from '../../billing-app.ts';
import type { ServicesTable } from './service.tables.ts';

export type ServiceRecord = Selectable<ServicesTable>;

export function findService(db: Db, id: string): Promise<ServiceRecord | undefined> {
  return db.selectFrom('services').selectAll().where('service_id', '=', id).executeTakeFirst();
}

/** Reads one and keeps others from changing it until the transaction ends. */
export function lockService(tx: Tx, id: string): Promise<ServiceRecord | undefined> {
  return tx.selectFrom('services').selectAll().where('service_id', '=', id).forUpdate().executeTakeFirst();
}

export async function insertService(tx: Tx, row: Insertable<ServicesTable>): Promise<ServiceRecord> {
  addToRowCount(tx, 'services', 1);
  return tx.insertInto('services').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Writes the changes and raises the version. */
export function updateServiceRow(tx: Tx, id: string, changes: Updateable<ServicesTable>): Promise<ServiceRecord> {
  return tx
    .updateTable('services')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('service_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteServiceRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('services').where('service_id', '=', id).execute();
  addToRowCount(tx, 'services', -1);
}

/** What bills a service, or is yet to be billed by it. */
export async function dependentsOfService(tx: Tx, id: string): Promise<Dependency[]> {
  const count = sql<number>`count(*)::int`.as('count');
  const [lines, usage, blocks, work] = await together(
    tx.selectFrom('line_services').select(count).where('service_id', '=', id).executeTakeFirstOrThrow(),
    tx.selectFrom('usage_records').select(count).where('service_id', '=', id).executeTakeFirstOrThrow(),
    tx.selectFrom('hour_blocks').select(count).where('service_id', '=', id).where('remaining_minutes', '>', 0).executeTakeFirstOrThrow(),
    tx
      .selectFrom('time_entry_replicas')
      .select(count)
      .where('service_id', '=', id)
      .where(sql<SqlBool>`not is_deleted and billable_duration > 0 and not is_billed`)
      .where('write_off_reason', 'is', null)
      .executeTakeFirstOrThrow(),
  );
  return [
    dependency('contract_line', lines.count, 'contract line', 'contract lines'),
    dependency('usage_record', usage.count, 'usage record', 'usage records'),
    dependency('hour_block', blocks.count, 'hour block', 'hour blocks'),
    dependency('time_entry', work.count, 'unbilled time entry', 'unbilled time entries'),
  ];
}

/** How many services are of a service type, or fall under a tax rate. */
export async function countServicesOf(tx: Tx, column: 'custom_service_type_id' | 'tax_rate_id', id: string): Promise<number> {
  const { services } = await tx
    .selectFrom('services')
    .select(sql<number>`count(*)`.as('services'))
    .where(column, '=', id)
    .executeTakeFirstOrThrow();
  return services;
}

const MOST_CATEGORIES = 5000;

/** How many services are in each category, or in the one given; categories without any are left out. */
export function countServicesInCategories(db: Db, categoryId?: string): Promise<{ category_id: string; services: number }[]> {
  return db
    .selectFrom('services')
    .select(['category_id', sql<number>`count(*)`.as('services')])
    .where('category_id', 'is not', null)
    .$if(categoryId !== undefined, (q) => q.where('category_id', '=', categoryId ?? null))
    .groupBy('category_id')
    .limit(MOST_CATEGORIES)
    .$narrowType<{ category_id: string }>()
    .execute();
}
