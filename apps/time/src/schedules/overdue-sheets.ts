import { tenantId } from '@psa/contract-kit';
import type { Schedule } from '@psa/work-kit';
import { expectedSheets, openExpectedSheet } from '../resources/time-sheet-lifecycle/expected-sheets.records.ts';
import { overdueSheets, tellOverdue } from '../resources/time-sheet-lifecycle/overdue-sheets.records.ts';
import type { Ports } from '../time-app.ts';
import type { Tables } from '../tables.ts';

/** Sheets one tick tells of; the rest come with the next. */
const AT_A_TIME = 2000;

/**
 * Tells of sheets that were not handed in by their due date. What was told is noted with the telling, so nothing is told twice.
 * Who has working hours and did not open a sheet is told as well: it is opened for them first.
 */
export const overdueSheetScan: Schedule<Ports, Tables> = {
  name: 'overdue-sheets',
  cron: '17 * * * *',
  async run({ workerDatabase, asTenant, now, log }) {
    const today = now.toISOString().slice(0, 10);
    // One that fails is tried again by the next run and keeps the others from nothing.
    for (const { tenant, period_id, user_id } of await expectedSheets(workerDatabase, today, AT_A_TIME)) {
      const db = asTenant(tenantId(tenant));
      await openExpectedSheet(db, period_id, user_id).catch((error: unknown) => {
        log.error({ err: error, tenant, period_id, user_id }, 'overdue-sheets: a sheet could not be opened');
      });
    }
    for (const { tenant, id } of await overdueSheets(workerDatabase, today, AT_A_TIME)) {
      const db = asTenant(tenantId(tenant));
      await tellOverdue(db, id, now.toISOString()).catch((error: unknown) => {
        log.error({ err: error, tenant, time_sheet_id: id }, 'overdue-sheets: a sheet could not be told of');
      });
    }
  },
};
