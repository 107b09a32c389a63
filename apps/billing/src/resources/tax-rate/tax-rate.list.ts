import type { TaxRateListQuery } from '@psa/contracts-billing';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';
import type { TaxRateRecord } from './tax-rate.records.ts';

const order: ListOrder = {
  columns: {
    created_at: 'tax_rates.created_at',
    updated_at: 'tax_rates.updated_at',
    region_code: 'tax_rates.region_code',
    start_date: 'tax_rates.start_date',
  },
  id: { ref: 'tax_rates.tax_rate_id', name: 'tax_rate_id' },
};

const today = sql`(now() at time zone 'UTC')::date`;
const appliesToday = sql<boolean>`(start_date <= ${today} and (end_date is null or end_date > ${today}))`;

/** One page of the records that pass every filter. */
export function listTaxRates(db: Db, query: TaxRateListQuery): Promise<Page<TaxRateRecord>> {
  const { search, region_code, is_active, created_from, created_to, updated_from, updated_to } = query;
  const on_date = query.on_date ?? query.effective_date;
  const rows = db
    .selectFrom('tax_rates')
    .$if(Boolean(search), (q) =>
      q.where((eb) =>
        eb.or([eb('region_code', 'ilike', containsPattern(search ?? '')), eb('description', 'ilike', containsPattern(search ?? ''))]),
      ),
    )
    .$if(Boolean(region_code), (q) => q.where('region_code', '=', region_code ?? ''))
    .$if(on_date !== undefined, (q) =>
      q.where('start_date', '<=', on_date ?? '').where((eb) => eb.or([eb('end_date', 'is', null), eb('end_date', '>', on_date ?? '')])),
    )
    .$if(is_active !== undefined, (q) => q.where(appliesToday, '=', is_active ?? true))
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from ?? ''))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to ?? ''))
    .$if(updated_from !== undefined, (q) => q.where('updated_at', '>=', updated_from ?? ''))
    .$if(updated_to !== undefined, (q) => q.where('updated_at', '<=', updated_to ?? ''));
  const unfiltered = [search, region_code, on_date, is_active, created_from, created_to, updated_from, updated_to].every(
    (filter) => filter === undefined || filter === '',
  );
  const total = unfiltered
    ? () => readRowCount(db, 'tax_rates')
    : async () => (await rows.select(sql<number>`count(*)`.as('rows')).executeTakeFirstOrThrow()).rows;
  return readPage<TaxRateRecord>(rows.selectAll(), order, query, total);
}
