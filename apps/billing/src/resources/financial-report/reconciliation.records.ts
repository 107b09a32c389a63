import type { Reconciliation } from '@psa/contracts-billing';
import type { Db } from '../../billing-app.ts';
import { creditBalances } from '../credit/credit-balance.records.ts';

type Finding = Reconciliation['findings'][number];

const MAX_FINDINGS = 1_000;

const INVOICES = `select 'invoice_balance' as kind, i.client_id, i.invoice_id, i.currency_code, coalesce(owed.amount, 0)::bigint as expected, i.balance_due as actual
  from invoices i left join (
    select invoice_id, sum(case when debit_account = 'ar' then amount when credit_account = 'ar' then -amount else 0 end) as amount
    from journal_transfers where tenant = $1 and invoice_id is not null group by invoice_id
  ) owed on owed.invoice_id = i.invoice_id
  where i.tenant = $1 and i.invoice_type = 'standard' and ($2::uuid is null or i.client_id = $2) and coalesce(owed.amount, 0) <> i.balance_due
  order by i.invoice_id limit ${MAX_FINDINGS}`;

/** A series has as many numbers as its last one says. */
const NUMBERS = `select 'number_gap' as kind, null as client_id, null as invoice_id, null as currency_code, s.last_number::bigint as expected, count(i.invoice_id)::bigint as actual
  from number_series s left join invoices i on i.tenant = s.tenant and i.invoice_number is not null
    and (s.name = 'credit_note') = (i.invoice_type = 'credit_note')
  where s.tenant = $1 and s.name in ('invoice', 'credit_note') group by s.name, s.last_number having count(i.invoice_id) <> s.last_number`;

const SOURCES = `select 'unbilled_source' as kind, i.client_id, s.invoice_id, i.currency_code, 1::bigint as expected, 0::bigint as actual
  from invoice_sources s join invoices i on i.tenant = s.tenant and i.invoice_id = s.invoice_id
    left join invoice_items item on item.tenant = s.tenant and item.invoice_id = s.invoice_id and item.item_id = s.item_id
  where s.tenant = $1 and s.released_at is null and item.item_id is null and ($2::uuid is null or i.client_id = $2) limit ${MAX_FINDINGS}`;

const CLIENTS = `select count(distinct client_id)::int as clients from journal_entries where tenant = $1 and ($2::uuid is null or client_id = $2)`;

/** Checks what is kept against the journal, and changes nothing. @param clientId only this client */
export async function reconcile(db: Db, clientId: string | undefined): Promise<Reconciliation> {
  const of = async (text: string, values: unknown[]) => [...(await db.execute<Finding>({ text }, values)).rows];
  const both = [db.tenant, clientId ?? null];
  const [balances, invoices, numbers, sources, counted] = await Promise.all([
    creditBalances(db, clientId),
    of(INVOICES, both),
    clientId === undefined ? of(NUMBERS, [db.tenant]) : [],
    of(SOURCES, both),
    db.execute<{ clients: number }>({ text: CLIENTS }, both),
  ]);
  const credits = balances
    .filter(({ expected, actual }) => expected !== actual)
    .map((balance): Finding => ({ kind: 'credit_balance', invoice_id: null, ...balance }));
  const findings = [...credits, ...invoices, ...numbers, ...sources];
  const wrong = new Set([...credits, ...invoices].map(({ client_id }) => client_id)).size;
  const totalClients = counted.rows[0]?.clients ?? 0;
  return {
    totalClients,
    balanceValidCount: totalClients - wrong,
    balanceDiscrepancyCount: wrong,
    missingTrackingCount: sources.length,
    inconsistentTrackingCount: numbers.length,
    errorCount: findings.length,
    findings: findings.slice(0, MAX_FINDINGS),
  };
}
