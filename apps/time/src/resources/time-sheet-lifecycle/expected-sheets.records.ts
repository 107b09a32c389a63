import { addDays } from '@psa/calendar';
import { timeSheetEvents } from '@psa/contracts-time';
import { emit } from '@psa/events-kit';
import type { Database } from '@psa/postgres-kit';
import type { Db } from '../../time-app.ts';
import { DEFAULT_SETTINGS } from '../settings/settings.records.ts';
import { insertTimeSheet } from '../time-sheet/time-sheet.records.ts';
import { sheetFacts } from '../time-sheet/time-sheet.view.ts';

/** Working hours that are set for the past shall not open sheets for years. */
const LOOKED_BACK_DAYS = 100;

const MISSING = `select period.tenant, period.period_id, person.user_id from time_periods period
  join user_replicas person on person.tenant = period.tenant and person.user_type = 'internal' and not person.is_inactive and not person.is_deleted
  join lateral (select hours.minutes_by_weekday from working_hours hours
    where hours.tenant = period.tenant and hours.user_id = person.user_id and hours.effective_from < period.end_date
    order by hours.effective_from desc limit 1) target on 0 < any(target.minutes_by_weekday)
  left join time_settings settings on settings.tenant = period.tenant and settings.scope = 'tenant'
  where period.closed_at is null and period.end_date > $2::date and period.end_date + coalesce(settings.due_days, $1::int) <= $3::date
    and not exists (select from time_sheets sheet
      where sheet.tenant = period.tenant and sheet.period_id = period.period_id and sheet.user_id = person.user_id)
  order by period.end_date, period.period_id, person.user_id limit $4`;

export interface ExpectedSheet {
  readonly tenant: string;
  readonly period_id: string;
  readonly user_id: string;
}

/** Sheets that people with working hours were to hand in by now and that nobody has opened. @param today date in UTC */
export function expectedSheets(worker: Database, today: string, limit: number): Promise<ExpectedSheet[]> {
  return worker.query<ExpectedSheet>(MISSING, [DEFAULT_SETTINGS.due_days, addDays(today, -LOOKED_BACK_DAYS), today, limit]);
}

/** Opens the sheet of a person for a period, empty; nothing happens when it is there or the period was closed meanwhile. */
export async function openExpectedSheet(db: Db, periodId: string, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const period = await tx.selectFrom('time_periods').selectAll().where('period_id', '=', periodId).forKeyShare().executeTakeFirst();
    if (period === undefined || period.closed_at !== null) return;
    const made = await insertTimeSheet(tx, { period_id: periodId, user_id: userId });
    if (made !== undefined) emit(tx, timeSheetEvents.created, sheetFacts(made, period, []), made.version);
  });
}
