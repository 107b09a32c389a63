import { conflict, invalidField } from '@psa/contract-kit';
import { timeSheetEvents } from '@psa/contracts-time';
import { emit } from '@psa/events-kit';
import type { Tx } from '../../time-app.ts';
import { insertTimeSheet, type TimeSheetRecord } from './time-sheet.records.ts';
import { sheetFacts } from './time-sheet.view.ts';

/**
 * The open sheet of somebody that a date belongs to, found or made, and kept from being submitted meanwhile.
 * @throws VALIDATION_ERROR naming the field when no period covers the date, CONFLICT when the sheet was submitted or its period closed
 */
export async function openSheetOfDate(tx: Tx, userId: string, date: string, field: string): Promise<TimeSheetRecord> {
  const period = await tx
    .selectFrom('time_periods')
    .selectAll()
    .where('start_date', '<=', date)
    .where('end_date', '>', date)
    .forKeyShare()
    .executeTakeFirst();
  if (period === undefined) throw invalidField(field, `${date} lies in no time period; create one first`, 'without_period');
  const { period_id, closed_at } = period;
  if (closed_at !== null) throw conflict('The time period is closed', { period_id, closed_at });
  const made = await insertTimeSheet(tx, { period_id, user_id: userId });
  if (made !== undefined) {
    emit(tx, timeSheetEvents.created, sheetFacts(made, period, []), made.version);
    return made;
  }
  const sheet = await tx
    .selectFrom('time_sheets')
    .selectAll()
    .where('period_id', '=', period_id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  assertOpen(sheet);
  return sheet;
}

/** @throws CONFLICT for a sheet of a closed period, or one that was submitted or approved */
export async function assertChangeable(tx: Tx, sheet: TimeSheetRecord): Promise<void> {
  assertOpen(sheet);
  const { period_id } = sheet;
  const period = await tx
    .selectFrom('time_periods')
    .select('closed_at')
    .where('period_id', '=', period_id)
    .forKeyShare()
    .executeTakeFirst();
  if (period?.closed_at) throw conflict('The time period is closed', { period_id, closed_at: period.closed_at });
}

/** @throws CONFLICT for a sheet that was submitted or approved */
function assertOpen({ id, approval_status }: Pick<TimeSheetRecord, 'id' | 'approval_status'>): void {
  if (approval_status === 'DRAFT' || approval_status === 'CHANGES_REQUESTED') return;
  throw conflict(`The time sheet is ${approval_status.toLowerCase()}: its entries cannot change`, { time_sheet_id: id, approval_status });
}
