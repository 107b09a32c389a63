import type { Period } from '@psa/calendar';
import { addToRowCount, lockInTenant } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../time-app.ts';
import type { TimePeriodsTable } from '../../tables.ts';

export type TimePeriodRecord = Selectable<TimePeriodsTable>;

/** Keeps others from changing the tenant's periods until the transaction ends, so that no two can overlap. */
export function lockTimePeriods(tx: Tx): Promise<void> {
  return lockInTenant(tx, 'periods');
}

export function findTimePeriod(db: Db, id: string): Promise<TimePeriodRecord | undefined> {
  return db.selectFrom('time_periods').selectAll().where('period_id', '=', id).executeTakeFirst();
}

/** Reads one and keeps others from changing it until the transaction ends. */
export function lockTimePeriod(tx: Tx, id: string): Promise<TimePeriodRecord | undefined> {
  return tx.selectFrom('time_periods').selectAll().where('period_id', '=', id).forUpdate().executeTakeFirst();
}

/** Periods that share a day with the given one, in order. Those that only touch it do not. */
export function overlappingTimePeriods(tx: Tx, { start, end }: Period): Promise<TimePeriodRecord[]> {
  return tx
    .selectFrom('time_periods')
    .selectAll()
    .where('start_date', '<', end)
    .where('end_date', '>', start)
    .orderBy('start_date')
    .execute();
}

export async function insertTimePeriods(tx: Tx, rows: Insertable<TimePeriodsTable>[]): Promise<TimePeriodRecord[]> {
  if (rows.length === 0) return [];
  addToRowCount(tx, 'time_periods', rows.length);
  return tx.insertInto('time_periods').values(rows).returningAll().execute();
}

/** Writes the changes and raises the version. */
export function updateTimePeriodRow(tx: Tx, id: string, changes: Updateable<TimePeriodsTable>): Promise<TimePeriodRecord> {
  return tx
    .updateTable('time_periods')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('period_id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteTimePeriodRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('time_periods').where('period_id', '=', id).execute();
  addToRowCount(tx, 'time_periods', -1);
}
