import type { InvoiceAnalytics, InvoiceAnalyticsQuery } from '@psa/contracts-billing';
import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';

const MONTHS = 12;
const TOP_CLIENTS = 10;

const count = sql<number>`count(*)::int`;
/** What a credit note says is taken off. */
const total = sql<number>`coalesce(sum(case invoice_type when 'credit_note' then -total_amount else total_amount end), 0)::bigint`;
const shownStatus = sql<string>`case when status in ('sent', 'partially_applied') and due_date < (now() at time zone 'UTC')::date then 'overdue' else status end`;

/** Figures about invoices by their date. Revenue leaves out drafts and what is void. */
export async function invoiceAnalytics(db: Db, { from, to }: InvoiceAnalyticsQuery): Promise<InvoiceAnalytics> {
  const dated = () =>
    db
      .selectFrom('invoices')
      .$if(from !== undefined, (query) => query.where('invoice_date', '>=', from!))
      .$if(to !== undefined, (query) => query.where('invoice_date', '<=', to!));
  const billed = () => dated().where('status', 'not in', ['draft', 'cancelled']).where('invoice_type', '<>', 'prepayment');
  const month = sql<string>`to_char(invoice_date, 'YYYY-MM')`;
  const [statuses, currencies, trends, clients] = await Promise.all([
    dated()
      .select([shownStatus.as('status'), count.as('count'), total.as('total')])
      .groupBy(shownStatus)
      .execute(),
    billed()
      .select(['currency_code', count.as('count'), total.as('total')])
      .groupBy('currency_code')
      .orderBy('currency_code')
      .execute(),
    billed()
      .select([month.as('month'), 'currency_code', count.as('count'), total.as('total')])
      .where(month, 'in', billed().select(month.as('month')).distinct().orderBy('month', 'desc').limit(MONTHS))
      .groupBy([month, 'currency_code'])
      .orderBy(month)
      .orderBy('currency_code')
      .execute(),
    billed()
      .select([
        'client_id',
        sql<string>`max(client_name)`.as('client_name'),
        'currency_code',
        total.as('total_revenue'),
        count.as('invoice_count'),
      ])
      .groupBy(['client_id', 'currency_code'])
      .orderBy('total_revenue', 'desc')
      .orderBy('client_id')
      .limit(TOP_CLIENTS)
      .execute(),
  ]);
  return {
    status_breakdown: Object.fromEntries(statuses.map(({ status, ...figures }) => [status, figures])),
    by_currency: Object.fromEntries(currencies.map(({ currency_code, ...figures }) => [currency_code, figures])),
    monthly_trends: trends,
    top_clients: clients,
    generated_at: new Date().toISOString(),
  };
}
