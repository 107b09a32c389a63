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
  available_credit: number;
  expired_credit: number;
  pending_invoices: number;
}

/**
 * What a client owed and had at the end of a day, by currency and by the journal.
 * @param day date in UTC
 */
export async function balancesOf(db: Db, clientId: string, day: string): Promise<Balance[]> {
  const { rows } = await db.execute<Balance>({ text: BALANCES, name: 'psa_billing_balances' }, [db.tenant, clientId, day]);
  return [...rows];
}

const BALANCES = `with moved as (
    select currency_code, debit_account as account, amount, invoice_id from journal_transfers
    where tenant = $1 and client_id = $2 and occurred_on <= $3::date
    union all
    select currency_code, credit_account, -amount, invoice_id from journal_transfers
    where tenant = $1 and credit_client_id = $2 and occurred_on <= $3::date
  ), accounts as (
    select currency_code, coalesce(sum(amount) filter (where account = 'ar'), 0)::bigint as owed,
      coalesce(-sum(amount) filter (where account = 'unapplied_cash'), 0)::bigint as unapplied,
      coalesce(-sum(amount) filter (where account = 'client_credit'), 0)::bigint as credit
    from moved group by currency_code
  ), open as (
    select moved.currency_code, i.due_date, sum(moved.amount) as balance from moved join invoices i on i.tenant = $1 and i.invoice_id = moved.invoice_id
    where moved.account = 'ar' group by moved.currency_code, i.invoice_id, i.due_date
  ), invoices_open as (
    select currency_code, count(*) filter (where balance > 0)::int as open_invoices,
      coalesce(sum(balance) filter (where due_date < $3::date), 0)::bigint as overdue from open group by currency_code
  ), last_paid as (
    select distinct on (currency_code) currency_code, payment_date, amount from payments
    where tenant = $1 and client_id = $2 and type = 'payment' and payment_date <= $3::date order by currency_code, payment_date desc, created_at desc
  ), expired as (
    select currency_code, -sum(amount)::bigint as expired from journal_entries
    where tenant = $1 and client_id = $2 and type = 'credit_expiration' and occurred_on <= $3::date group by currency_code
  ), drafts as (
    select currency_code, count(*)::int as drafts from invoices where tenant = $1 and client_id = $2 and status = 'draft' group by currency_code
  )
  select currency_code, owed - unapplied as current_balance, unapplied as unapplied_cash, coalesce(open_invoices, 0) as open_invoices,
    coalesce(overdue, 0) as overdue_amount, payment_date as last_payment_date, last_paid.amount as last_payment_amount, credit as available_credit,
    coalesce(expired, 0) as expired_credit, coalesce(drafts, 0) as pending_invoices
  from accounts left join invoices_open using (currency_code) left join last_paid using (currency_code) left join expired using (currency_code)
    left join drafts using (currency_code) order by currency_code`;

type Buckets = AgingReport['summary'][number];

/** What is owed today by client and currency, by how late it is. */
export async function agingOf(db: Db, { client_id, currency_code }: AgingQuery): Promise<Pick<AgingReport, 'summary' | 'clients'>> {
  const late = sql<number>`((now() at time zone 'UTC')::date - due_date)`;
  const balance = sql<number>`balance_due`;
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
      // A payment in advance is nothing that is owed.
      .where('invoice_type', '=', 'standard')
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
