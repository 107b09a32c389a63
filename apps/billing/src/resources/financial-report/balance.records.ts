import type { AgingQuery, AgingReport } from '@psa/contracts-billing';
import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';

const MAX_CLIENTS = 1000;

interface Balance {
  currency_code: string;
  current_balance: number;
  unapplied_cash: number;
  open_invoices: number;
  overdue_amount: number;
  last_payment_date: string | null;
  last_payment_amount: number | null;
}

/**
 * What a client owed at the end of a day, by currency: final invoices dated by then and not voided by then, less what was paid by then.
 * @param day date in UTC
 */
export async function balancesOf(db: Db, clientId: string, day: string): Promise<Balance[]> {
  const { rows } = await db.execute<Balance>({ text: BALANCES, name: 'psa_billing_balances' }, [db.tenant, clientId, day]);
  return [...rows];
}

const BALANCES = `with paid as (
    select invoice_id, currency_code, sum(applied_amount) as applied, sum(amount - applied_amount) as unapplied
    from payments where tenant = $1 and client_id = $2 and payment_date <= $3::date group by invoice_id, currency_code
  ), owed as (
    select i.currency_code, i.due_date, i.total_amount - coalesce(paid.applied, 0) as balance
    from invoices i left join paid on paid.invoice_id = i.invoice_id
    where i.tenant = $1 and i.client_id = $2 and i.finalized_at is not null and i.invoice_date <= $3::date
      and (i.voided_at is null or (i.voided_at at time zone 'UTC')::date > $3::date)
  ), open as (
    select currency_code, sum(balance)::bigint as owed, count(*) filter (where balance > 0)::int as open_invoices,
      coalesce(sum(balance) filter (where due_date < $3::date), 0)::bigint as overdue from owed group by currency_code
  ), cash as (
    select currency_code, sum(unapplied)::bigint as unapplied from paid group by currency_code
  ), last_paid as (
    select distinct on (currency_code) currency_code, payment_date, amount from payments
    where tenant = $1 and client_id = $2 and payment_date <= $3::date order by currency_code, payment_date desc, created_at desc
  )
  select currency_code, coalesce(open.owed, 0) - coalesce(cash.unapplied, 0) as current_balance, coalesce(cash.unapplied, 0) as unapplied_cash,
    coalesce(open.open_invoices, 0) as open_invoices, coalesce(open.overdue, 0) as overdue_amount,
    last_paid.payment_date as last_payment_date, last_paid.amount as last_payment_amount
  from open full join cash using (currency_code) left join last_paid using (currency_code) order by currency_code`;

type Buckets = AgingReport['summary'][number];

/** What is owed today by client and currency, by how late it is. */
export async function agingOf(db: Db, { client_id, currency_code }: AgingQuery): Promise<Pick<AgingReport, 'summary' | 'clients'>> {
  const late = sql<number>`((now() at time zone 'UTC')::date - due_date)`;
  const balance = sql<number>`(total_amount - amount_paid)`;
  const within = (from: number, to: number) =>
    sql<number>`coalesce(sum(${balance}) filter (where ${late} between ${sql.lit(from)} and ${sql.lit(to)}), 0)::bigint`;
  const open = () =>
    db
      .selectFrom('invoices')
      .select([
        'currency_code',
        sql<number>`coalesce(sum(${balance}) filter (where ${late} <= 0), 0)::bigint`.as('current'),
        within(1, 30).as('days_30'),
        within(31, 60).as('days_60'),
        within(61, 90).as('days_90'),
        sql<number>`coalesce(sum(${balance}) filter (where ${late} > 90), 0)::bigint`.as('days_over_90'),
        sql<number>`sum(${balance})::bigint`.as('total_outstanding'),
      ])
      .where('status', 'in', ['sent', 'partially_applied'])
      .$if(client_id !== undefined, (query) => query.where('client_id', '=', client_id!))
      .$if(currency_code !== undefined, (query) => query.where('currency_code', '=', currency_code!));
  const [summary, clients] = await Promise.all([
    open().groupBy('currency_code').orderBy('currency_code').execute() as Promise<Buckets[]>,
    open()
      .select(['client_id', sql<string>`max(client_name)`.as('client_name')])
      .groupBy(['client_id', 'currency_code'])
      .orderBy('total_outstanding', 'desc')
      .orderBy('client_id')
      .limit(MAX_CLIENTS)
      .execute(),
  ]);
  return { summary, clients };
}
