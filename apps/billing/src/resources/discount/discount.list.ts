import type { DiscountListQuery } from '@psa/contracts-billing';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import type { Db } from '../../billing-app.ts';
import type { DiscountRecord } from './discount.records.ts';

const order: ListOrder = {
  columns: {
    created_at: 'discounts.created_at',
    updated_at: 'discounts.updated_at',
    discount_name: 'discounts.discount_name',
    order_number: 'discounts.order_number',
    start_date: 'discounts.start_date',
  },
  id: { ref: 'discounts.discount_id', name: 'discount_id' },
};

/** One page of the records that pass every filter. */
export function listDiscounts(db: Db, query: DiscountListQuery): Promise<Page<DiscountRecord>> {
  const { search, discount_name, client_id, contract_line_id, discount_type, is_active, valid_on } = query;
  const { created_from, created_to, updated_from, updated_to } = query;
  const all = db.selectFrom('discounts').selectAll();
  let rows = all;
  for (const text of [search, discount_name])
    if (text !== undefined && text !== '') rows = rows.where('discount_name', 'ilike', containsPattern(text));
  if (client_id !== undefined) rows = rows.where('client_id', '=', client_id);
  if (contract_line_id !== undefined) rows = rows.where('contract_line_id', '=', contract_line_id);
  if (discount_type !== undefined) rows = rows.where('discount_type', '=', discount_type);
  if (is_active !== undefined) rows = rows.where('is_active', '=', is_active);
  if (valid_on !== undefined)
    rows = rows
      .where('is_active', '=', true)
      .where('start_date', '<=', valid_on)
      .where((eb) => eb.or([eb('end_date', 'is', null), eb('end_date', '>', valid_on)]));
  if (created_from !== undefined) rows = rows.where('created_at', '>=', created_from);
  if (created_to !== undefined) rows = rows.where('created_at', '<=', created_to);
  if (updated_from !== undefined) rows = rows.where('updated_at', '>=', updated_from);
  if (updated_to !== undefined) rows = rows.where('updated_at', '<=', updated_to);
  return readPage<DiscountRecord>(rows, order, query, rows === all ? () => readRowCount(db, 'discounts') : undefined);
}
