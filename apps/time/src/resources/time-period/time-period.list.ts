import type { TimePeriodListQuery } from '@psa/contracts-time';
import { type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../time-app.ts';
import type { TimePeriodRecord } from './time-period.records.ts';

const order: ListOrder = {
  columns: {
    start_date: 'time_periods.start_date',
    end_date: 'time_periods.end_date',
    created_at: 'time_periods.created_at',
    updated_at: 'time_periods.updated_at',
  },
  id: { ref: 'time_periods.period_id', name: 'period_id' },
};

/** One page of the records that pass every filter. */
export function listTimePeriods(db: Db, query: TimePeriodListQuery): Promise<Page<TimePeriodRecord>> {
  const { period_ids, date, created_from, created_to, updated_from, updated_to } = query;
  const rows = db
    .selectFrom('time_periods')
    .$if(period_ids !== undefined, (q) => q.where('period_id', 'in', period_ids ?? []))
    .$if(date !== undefined, (q) => q.where('start_date', '<=', date ?? '').where('end_date', '>', date ?? ''))
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from ?? ''))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to ?? ''))
    .$if(updated_from !== undefined, (q) => q.where('updated_at', '>=', updated_from ?? ''))
    .$if(updated_to !== undefined, (q) => q.where('updated_at', '<=', updated_to ?? ''));
  const unfiltered = [period_ids, date, created_from, created_to, updated_from, updated_to].every((filter) => filter === undefined);
  const total = unfiltered
    ? () => readRowCount(db, 'time_periods')
    : async () => (await rows.select(sql<number>`count(*)`.as('rows')).executeTakeFirstOrThrow()).rows;
  return readPage<TimePeriodRecord>(rows.selectAll(), order, query, total);
}
