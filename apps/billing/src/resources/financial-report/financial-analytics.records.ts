import type { FinancialAnalytics, FinancialAnalyticsQuery } from '@psa/contracts-billing';
import type { Db } from '../../billing-app.ts';

type Query = Required<Pick<FinancialAnalyticsQuery, 'date_from' | 'date_to' | 'group_by'>> & FinancialAnalyticsQuery;
type Revenue = FinancialAnalytics['revenue'][number];
type Credits = FinancialAnalytics['credits'][number];

const PERIODS = 1_000;

const REVENUE = `with moved as (
    select date_trunc($4, t.occurred_on)::date::text as period, t.currency_code, e.type, e.invoice_id, i.is_manual,
      case when t.credit_account = 'revenue' then t.amount when t.debit_account = 'revenue' then -t.amount else 0 end
        - case when t.debit_account = 'discount' then t.amount when t.credit_account = 'discount' then -t.amount else 0 end as earned,
      case when e.type = 'credit_application' then t.amount else 0 end as by_credit
    from journal_transfers t join journal_entries e on e.tenant = t.tenant and e.entry_id = t.entry_id
      left join invoices i on i.tenant = t.tenant and i.invoice_id = e.invoice_id
    where t.tenant = $1 and t.occurred_on between $2::date and $3::date and ($5::uuid is null or t.client_id = $5) and ($6::text is null or t.currency_code = $6)
      and (e.type in ('invoice_generated', 'invoice_cancelled', 'credit_issuance_from_negative_invoice', 'credit_application')
        or (e.type = 'credit_adjustment' and i.invoice_type = 'credit_note'))
  )
  select period, currency_code, sum(earned)::bigint as total_revenue, coalesce(sum(earned) filter (where not is_manual), 0)::bigint as recurring_revenue,
    coalesce(sum(earned) filter (where is_manual), 0)::bigint as one_time_revenue, sum(by_credit)::bigint as credit_applied,
    (sum(earned) - sum(by_credit))::bigint as net_revenue, count(distinct invoice_id) filter (where type = 'invoice_generated')::int as invoice_count,
    coalesce(round(sum(earned)::numeric / nullif(count(distinct invoice_id) filter (where type = 'invoice_generated'), 0)), 0)::bigint as average_invoice_value
  from moved group by period, currency_code order by period, currency_code limit ${PERIODS}`;

const CREDITS = `with moved as (
    select date_trunc($4, occurred_on)::date::text as period, currency_code, type, amount from journal_entries
    where tenant = $1 and occurred_on <= $3::date and ($5::uuid is null or client_id = $5) and ($6::text is null or currency_code = $6)
      and type in ('prepayment', 'credit_issuance', 'credit_issuance_from_negative_invoice', 'credit_application', 'credit_adjustment', 'credit_expiration', 'credit_transfer')
  ), summed as (
    select period, currency_code,
      coalesce(sum(amount) filter (where type in ('prepayment', 'credit_issuance', 'credit_issuance_from_negative_invoice')), 0)::bigint as credits_issued,
      coalesce(-sum(amount) filter (where type = 'credit_application'), 0)::bigint as credits_applied,
      coalesce(-sum(amount) filter (where type = 'credit_expiration'), 0)::bigint as credits_expired, sum(amount) as change
    from moved group by period, currency_code
  )
  select * from (
    select period, currency_code, credits_issued, credits_applied, credits_expired,
      (sum(change) over (partition by currency_code order by period))::bigint as credit_balance,
      case when credits_issued = 0 then 0 else round(credits_applied * 100.0 / credits_issued) end::int as utilization_rate
    from summed
  ) periods where period >= date_trunc($4, $2::date)::date::text order by period, currency_code limit ${PERIODS}`;

/** Revenue by the journal, before tax and after discounts, credit notes and voided invoices. */
export async function revenueOver(db: Db, query: Query): Promise<Revenue[]> {
  const { rows } = await db.execute<Revenue>({ text: REVENUE, name: 'psa_billing_revenue' }, valuesOf(db, query));
  return [...rows];
}

/** Credit that was given, used and expired, with what was left at the end of each period. */
export async function creditsOver(db: Db, query: Query): Promise<Credits[]> {
  const { rows } = await db.execute<Credits>({ text: CREDITS, name: 'psa_billing_credits' }, valuesOf(db, query));
  return [...rows];
}

function valuesOf(db: Db, { date_from, date_to, group_by, client_id, currency_code }: Query): unknown[] {
  return [db.tenant, date_from, date_to, group_by, client_id ?? null, currency_code ?? null];
}
