import type { CreateHoliday, HolidayListQuery } from '@psa/contracts-time';
import { type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { type Selectable, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Db } from '../../../time-app.ts';
import type { IsHoliday } from '../recurrence.rules.ts';
import type { HolidaysTable } from '../schedule.tables.ts';

export type HolidayRecord = Selectable<HolidaysTable>;

/** A tenant's holidays that are looked at; more are days, not holidays. */
const MAX_HOLIDAYS = 1000;

const order: ListOrder = {
  columns: { date: 'holidays.date', name: 'holidays.name', created_at: 'holidays.created_at' },
  id: { ref: 'holidays.holiday_id', name: 'holiday_id' },
};

export function listHolidays(db: Db, query: HolidayListQuery): Promise<Page<HolidayRecord>> {
  let rows = db.selectFrom('holidays').selectAll();
  if (query.created_from !== undefined) rows = rows.where('created_at', '>=', query.created_from);
  if (query.created_to !== undefined) rows = rows.where('created_at', '<=', query.created_to);
  return readPage<HolidayRecord>(rows, order, query, async () => {
    const { count } = await rows
      .clearSelect()
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow();
    return count;
  });
}

export function insertHoliday(db: Db, holiday: CreateHoliday): Promise<HolidayRecord> {
  return db
    .insertInto('holidays')
    .values({ ...holiday, holiday_id: uuidv7() })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @returns whether there was such a holiday */
export async function deleteHoliday(db: Db, id: string): Promise<boolean> {
  return (await db.deleteFrom('holidays').where('holiday_id', '=', id).returning('holiday_id').executeTakeFirst()) !== undefined;
}

/** Whether a day is a holiday of the tenant, in that year or in every one. */
export async function holidaysIn(db: Db): Promise<IsHoliday> {
  const rows = await db.selectFrom('holidays').select(['date', 'is_annual']).orderBy('date', 'desc').limit(MAX_HOLIDAYS).execute();
  const once = new Set(rows.map(({ date }) => date));
  const annual = new Set(rows.filter(({ is_annual }) => is_annual).map(({ date }) => date.slice(5)));
  return (date) => once.has(date) || annual.has(date.slice(5));
}
