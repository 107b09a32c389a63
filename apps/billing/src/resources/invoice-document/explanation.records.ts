import { type LineExplanation, MAX_EXPLAINED } from '@psa/contracts-billing';
import type { Db } from '../../billing-app.ts';

const EXPLANATION = `select item.item_id, item.description, item.quantity::float8 as quantity, (item.unit_price + item.unit_price_fraction)::float8 as unit_price, item.net_amount, item.discount_amount,
    item.tax_amount, item.explanation,
    array(select s.time_entry_id from invoice_sources s where s.tenant = item.tenant and s.invoice_id = item.invoice_id and s.item_id = item.item_id
      and s.released_at is null order by s.time_entry_id limit ${MAX_EXPLAINED}) as time_entry_ids,
    array(select u.usage_id from usage_records u where u.tenant = item.tenant and u.invoice_id = item.invoice_id and u.item_id = item.item_id
      order by u.usage_date, u.usage_id limit ${MAX_EXPLAINED}) as usage_record_ids,
    coalesce((select jsonb_agg(jsonb_build_object('block_id', d.block_id, 'minutes', d.minutes) order by d.block_id) from (
      select block_id, sum(minutes)::int as minutes from hour_block_draws draw
      where draw.tenant = item.tenant and draw.invoice_id = item.invoice_id and draw.item_id = item.item_id group by block_id having sum(minutes) > 0
    ) d), '[]') as hours_taken
  from invoice_items item where item.tenant = $1 and item.invoice_id = $2 order by item.position`;

/** Lines of an invoice with how they came about and what they bill. */
export async function explainLines(db: Db, invoiceId: string): Promise<LineExplanation[]> {
  const { rows } = await db.execute<LineExplanation>({ text: EXPLANATION, name: 'psa_billing_explanation' }, [db.tenant, invoiceId]);
  return [...rows];
}
