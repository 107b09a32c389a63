import { conflict, invalidField } from '@psa/contract-kit';
import type { Selectable } from 'kysely';
import { addToRowCount } from '@psa/postgres-kit';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../time-app.ts';
import type { TimeSheetsTable } from './time-sheet.tables.ts';

export type TimeSheetRecord = Selectable<TimeSheetsTable>;

/** Reads a sheet and keeps others from changing it and what is on it until the transaction ends. */
export function lockSheet(tx: Tx, sheetId: string): Promise<TimeSheetRecord | undefined> {
  return tx.selectFrom('time_sheets').selectAll().where('id', '=', sheetId).forUpdate().executeTakeFirst();
}

/**
 * The open sheet of somebody that a date belongs to, found or made, and kept from being submitted meanwhile.
 * @throws VALIDATION_ERROR naming the field when no period covers the date, CONFLICT when the sheet was submitted
 */
export async function openSheetOfDate(tx: Tx, userId: string, date: string, field: string): Promise<TimeSheetRecord> {
  const period = await tx
    .selectFrom('time_periods')
    .select('period_id')
    .where('start_date', '<=', date)
    .where('end_date', '>', date)
    .forKeyShare()
    .executeTakeFirst();
  if (period === undefined) throw invalidField(field, `${date} lies in no time period`, 'without_period');
  const made = await tx
    .insertInto('time_sheets')
    .values({ id: uuidv7(), period_id: period.period_id, user_id: userId })
    .onConflict((conflict) => conflict.columns(['tenant', 'period_id', 'user_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (made !== undefined) {
    addToRowCount(tx, 'time_sheets', 1);
    return made;
  }
  const sheet = await tx
    .selectFrom('time_sheets')
    .selectAll()
    .where('period_id', '=', period.period_id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  assertOpen(sheet);
  return sheet;
}

/** @throws CONFLICT for a sheet that was submitted or approved */
export function assertOpen({ id, approval_status }: Pick<TimeSheetRecord, 'id' | 'approval_status'>): void {
  if (approval_status === 'DRAFT' || approval_status === 'CHANGES_REQUESTED') return;
  throw conflict(`The time sheet is ${approval_status.toLowerCase()}: its entries cannot change`, { time_sheet_id: id, approval_status });
}
