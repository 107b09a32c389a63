import type { WorkingHoursListQuery } from '@psa/contracts-time';
import { type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../time-app.ts';
import type { WorkingHoursTable } from './working-hours.tables.ts';

export type WorkingHoursRecord = Selectable<WorkingHoursTable>;

/** Rows of one person that are looked at: a change a month for forty years. */
const MAX_ROWS = 500;

const order: ListOrder = {
  columns: { effective_from: 'working_hours.effective_from', created_at: 'working_hours.created_at' },
  id: { ref: 'working_hours.working_hours_id', name: 'working_hours_id' },
};

export function listWorkingHours(db: Db, query: WorkingHoursListQuery): Promise<Page<WorkingHoursRecord>> {
  let rows = db.selectFrom('working_hours').selectAll();
  if (query.user_id !== undefined) rows = rows.where('user_id', '=', query.user_id);
  if (query.created_from !== undefined) rows = rows.where('created_at', '>=', query.created_from);
  if (query.created_to !== undefined) rows = rows.where('created_at', '<=', query.created_to);
  return readPage<WorkingHoursRecord>(rows, order, query, async () => {
    const { count } = await rows
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  });
}

/** What was set for a person, the latest first. */
export function workingHoursOf(db: Db, userId: string): Promise<WorkingHoursRecord[]> {
  return db
    .selectFrom('working_hours')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('effective_from', 'desc')
    .limit(MAX_ROWS)
    .execute();
}

export function insertWorkingHours(tx: Tx, row: Insertable<WorkingHoursTable>): Promise<WorkingHoursRecord> {
  return tx.insertInto('working_hours').values(row).returningAll().executeTakeFirstOrThrow();
}

export function lockWorkingHours(tx: Tx, id: string): Promise<WorkingHoursRecord | undefined> {
  return tx.selectFrom('working_hours').selectAll().where('working_hours_id', '=', id).forUpdate().executeTakeFirst();
}

export async function deleteWorkingHoursRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('working_hours').where('working_hours_id', '=', id).execute();
}
