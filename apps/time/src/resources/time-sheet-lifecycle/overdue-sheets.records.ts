import { addDays } from '@psa/calendar';
import { timeSheetEvents } from '@psa/contracts-time';
import { emit } from '@psa/events-kit';
import type { Database } from '@psa/postgres-kit';
import type { Db } from '../../time-app.ts';
import { DEFAULT_SETTINGS, readSettings } from '../settings/settings.records.ts';
import { findTimePeriod } from '../time-period/time-period.records.ts';
import { lockSheet, updateTimeSheetRow } from '../time-sheet/time-sheet.records.ts';
import { factsOf } from './move-sheet.actions.ts';

/** A sheet is in time until its due date ends; that of a tenant without settings is due as by default. */
const OVERDUE = `select sheet.tenant, sheet.id from time_sheets sheet
  join time_periods period on period.tenant = sheet.tenant and period.period_id = sheet.period_id
  left join time_settings settings on settings.tenant = sheet.tenant and settings.scope = 'tenant'
  where sheet.approval_status in ('DRAFT', 'CHANGES_REQUESTED') and sheet.reminded_at is null
    and period.end_date + coalesce(settings.due_days, $1::int) <= $2::date
  order by period.end_date, sheet.id limit $3`;

/** Sheets of all tenants that are late and whose owners were not told. @param today date in UTC */
export function overdueSheets(worker: Database, today: string, limit: number): Promise<{ tenant: string; id: string }[]> {
  return worker.query<{ tenant: string; id: string }>(OVERDUE, [DEFAULT_SETTINGS.due_days, today, limit]);
}

/** Tells that a sheet is late, once. */
export async function tellOverdue(db: Db, sheetId: string, now: string): Promise<void> {
  const { due_days } = await readSettings(db);
  await db.transaction(async (tx) => {
    const sheet = await lockSheet(tx, sheetId);
    if (sheet === undefined || sheet.reminded_at !== null || sheet.approval_status === 'SUBMITTED' || sheet.approval_status === 'APPROVED')
      return;
    const period = await findTimePeriod(tx, sheet.period_id);
    if (period === undefined) return;
    const row = await updateTimeSheetRow(tx, sheetId, { reminded_at: now });
    const due_date = addDays(period.end_date, due_days - 1);
    emit(tx, timeSheetEvents.overdue, { ...(await factsOf(tx, row)), due_date }, row.version);
  });
}
