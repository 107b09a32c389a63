import { addToRowCount, type TenantBuilder } from '@psa/postgres-kit';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Tables } from '../../tables.ts';
import type { Db, Tx } from '../../time-app.ts';
import type { TimeSheetCommentsTable, TimeSheetsTable } from './time-sheet.tables.ts';

export type TimeSheetRecord = Selectable<TimeSheetsTable>;

/** A sheet with the names and sums that go with it. */
export type TimeSheetRow = TimeSheetRecord & {
  user_name: string | null;
  approver_name: string | null;
  period_start: string;
  period_end: string;
  entry_count: number;
  total_minutes: number;
  billable_minutes: number;
};

/** Sheets with the names and sums that go with them: the base of every read. */
export function timeSheetRows(db: TenantBuilder<Tables>) {
  return db
    .selectFrom('time_sheets')
    .innerJoin('time_periods', (join) =>
      join.onRef('time_periods.tenant', '=', 'time_sheets.tenant').onRef('time_periods.period_id', '=', 'time_sheets.period_id'),
    )
    .leftJoin('user_replicas', (join) =>
      join.onRef('user_replicas.tenant', '=', 'time_sheets.tenant').onRef('user_replicas.user_id', '=', 'time_sheets.user_id'),
    )
    .leftJoin('user_replicas as approver', (join) =>
      join.onRef('approver.tenant', '=', 'time_sheets.tenant').onRef('approver.user_id', '=', 'time_sheets.approved_by'),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('time_entries')
          .select([
            sql<number>`count(*)::int`.as('entry_count'),
            sql<number>`coalesce(sum(duration_minutes), 0)::int`.as('total_minutes'),
            sql<number>`coalesce(sum(billable_duration), 0)::int`.as('billable_minutes'),
          ])
          .whereRef('time_entries.tenant', '=', 'time_sheets.tenant')
          .whereRef('time_entries.time_sheet_id', '=', 'time_sheets.id')
          .as('sums'),
      (join) => join.onTrue(),
    )
    .selectAll('time_sheets')
    .select([
      'user_replicas.full_name as user_name',
      'approver.full_name as approver_name',
      'time_periods.start_date as period_start',
      'time_periods.end_date as period_end',
    ])
    .select((eb) => [
      eb.ref('sums.entry_count').$notNull().as('entry_count'),
      eb.ref('sums.total_minutes').$notNull().as('total_minutes'),
      eb.ref('sums.billable_minutes').$notNull().as('billable_minutes'),
    ]);
}

export function findTimeSheet(db: Db, id: string): Promise<TimeSheetRow | undefined> {
  return timeSheetRows(db).where('time_sheets.id', '=', id).executeTakeFirst();
}

/** Sheets by their ids. */
export async function findTimeSheets(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, TimeSheetRow>> {
  const rows = await timeSheetRows(db)
    .where('time_sheets.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Reads a sheet and keeps others from changing it and what is on it until the transaction ends. */
export function lockSheet(tx: Tx, sheetId: string): Promise<TimeSheetRecord | undefined> {
  return tx.selectFrom('time_sheets').selectAll().where('id', '=', sheetId).forUpdate().executeTakeFirst();
}

/** Opens the sheet of a person for a period. @returns nothing when it is there already */
export async function insertTimeSheet(tx: Tx, sheet: Omit<Insertable<TimeSheetsTable>, 'id'>): Promise<TimeSheetRecord | undefined> {
  const row = await tx
    .insertInto('time_sheets')
    .values({ ...sheet, id: uuidv7() })
    .onConflict((conflict) => conflict.columns(['tenant', 'period_id', 'user_id']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row !== undefined) addToRowCount(tx, 'time_sheets', 1);
  return row;
}

/** Writes the changes and raises the version. */
export function updateTimeSheetRow(tx: Tx, id: string, changes: Updateable<TimeSheetsTable>): Promise<TimeSheetRecord> {
  return tx
    .updateTable('time_sheets')
    .set({ ...changes, version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertSheetComment(
  tx: Db,
  comment: Pick<Insertable<TimeSheetCommentsTable>, 'time_sheet_id' | 'user_id' | 'is_approver' | 'comment_text'>,
): Promise<string> {
  const comment_id = uuidv7();
  await tx
    .insertInto('time_sheet_comments')
    .values({ ...comment, comment_id })
    .execute();
  return comment_id;
}
