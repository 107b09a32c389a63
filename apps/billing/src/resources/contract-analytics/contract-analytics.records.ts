import type { ContractLineUsage } from '@psa/contracts-billing';
import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';
import { type Aliases, billedDaysList, feeOf } from '../contract-line/assigned-fee.records.ts';
import type { AssignedFee } from './monthly-fees.rules.ts';

/** Assignments whose figures are counted in memory at most. */
const MAX_ASSIGNMENTS = 100_000;

/**
 * Every fee that was ever assigned, with its own price before that of the line.
 * @param defaultCurrency where neither the line nor the client names one @param lineId only of this line
 */
export async function assignedFees(db: Db, defaultCurrency: string, lineId?: string): Promise<AssignedFee[]> {
  const of: Aliases = { assigned: 'assigned', line: 'line' };
  const currency = sql<string>`coalesce(line.currency_code, billing.currency_code, ${defaultCurrency})`;
  return db
    .selectFrom('client_contract_lines as assigned')
    .innerJoin('contract_lines as line', (join) =>
      join.onRef('line.tenant', '=', 'assigned.tenant').onRef('line.contract_line_id', '=', 'assigned.contract_line_id'),
    )
    .leftJoin('client_billing as billing', (join) =>
      join.onRef('billing.tenant', '=', 'assigned.tenant').onRef('billing.client_id', '=', 'assigned.client_id'),
    )
    .select([
      'assigned.contract_line_id',
      'assigned.client_id',
      billedDaysList(of).as('active'),
      'line.billing_frequency',
      currency.as('currency_code'),
      feeOf(of, currency, defaultCurrency).as('rate'),
    ])
    .$if(lineId !== undefined, (query) => query.where('assigned.contract_line_id', '=', lineId!))
    .limit(MAX_ASSIGNMENTS)
    .execute();
}

/** Services of a line that were billed most since a day. */
export async function mostBilledServices(db: Db, lineId: string, since: string) {
  return db
    .selectFrom('invoice_items as item')
    .innerJoin('invoices', (join) => join.onRef('invoices.tenant', '=', 'item.tenant').onRef('invoices.invoice_id', '=', 'item.invoice_id'))
    .innerJoin('services', (join) => join.onRef('services.tenant', '=', 'item.tenant').onRef('services.service_id', '=', 'item.service_id'))
    .select([
      'services.service_id',
      'services.service_name',
      sql<number>`sum(item.net_amount - item.discount_amount)::bigint`.as('billed_amount'),
    ])
    .where('item.contract_line_id', '=', lineId)
    .where('invoices.status', 'not in', ['draft', 'cancelled'])
    .where('invoices.invoice_type', '=', 'standard')
    .where('invoices.invoice_date', '>=', since)
    .groupBy(['services.service_id', 'services.service_name'])
    .orderBy('billed_amount', 'desc')
    .orderBy('services.service_id')
    .limit(10)
    .execute();
}

const WORK = `with worked as (
    select s.time_entry_id, e.user_id, e.service_id, e.billable_duration, item.unit_price
    from invoice_items item
      join invoice_sources s on s.tenant = item.tenant and s.invoice_id = item.invoice_id and s.item_id = item.item_id and s.released_at is null
      join time_entry_replicas e on e.tenant = s.tenant and e.entry_id = s.time_entry_id
    where item.tenant = $1 and item.contract_line_id = $2 and e.work_date between $3::date and $4::date
  )`;

const BY_SERVICE = `${WORK}, used as (
    select u.service_id as service, sum(u.quantity) as quantity from usage_records u
      join invoice_items item on item.tenant = u.tenant and item.item_id = u.item_id and item.invoice_id = u.invoice_id
    where u.tenant = $1 and item.contract_line_id = $2 and u.usage_date between $3::date and $4::date group by u.service_id
  ), minutes as (select service_id as service, sum(billable_duration) as minutes from worked group by service_id)
  select service_id, service_name, round(coalesce(minutes, 0) / 60.0, 2)::float8 as hours, coalesce(quantity, 0)::float8 as quantity
  from minutes full join used using (service) join services on services.tenant = $1 and services.service_id = service
  order by hours desc, quantity desc, service_name limit 100`;

const BY_USER = `${WORK} select user_id, round(sum(billable_duration) / 60.0, 2)::float8 as hours from worked group by user_id order by hours desc, user_id limit 100`;

const TOTALS = `${WORK} select round(coalesce(sum(billable_duration), 0) / 60.0, 2)::float8 as total_usage from worked`;

const COSTS = `with draws as (
    select distinct d.invoice_id, d.service_id from bucket_draws d
      join client_contract_lines a on a.tenant = d.tenant and a.client_contract_line_id = d.client_contract_line_id
    where d.tenant = $1 and a.contract_line_id = $2
  ), items as (
    select item.net_amount - item.discount_amount as net, item.minutes, item.unit_price,
      exists (select 1 from draws where draws.invoice_id = item.invoice_id and draws.service_id = item.service_id) as is_bucket
    from invoice_items item join invoices i on i.tenant = item.tenant and i.invoice_id = item.invoice_id
    where item.tenant = $1 and item.contract_line_id = $2 and i.status not in ('draft', 'cancelled') and i.invoice_type = 'standard'
      and item.service_period_start <= $4::date and coalesce(item.service_period_end, 'infinity') > $3::date
  )
  select round(coalesce(sum(minutes) filter (where unit_price > 0), 0) / 60.0, 2)::float8 as billable_usage,
    round(coalesce(sum(minutes) filter (where is_bucket and unit_price > 0), 0) / 60.0, 2)::float8 as overage_usage,
    coalesce(sum(net) filter (where not (is_bucket and unit_price > 0)), 0)::bigint as base_cost,
    coalesce(sum(net) filter (where is_bucket and unit_price > 0), 0)::bigint as overage_cost
  from items`;

interface Costs {
  billable_usage: number;
  overage_usage: number;
  base_cost: number;
  overage_cost: number;
}

/** What was worked and used by a line from a day to another, and what invoices bill for it. */
export async function usageOfLine(
  db: Db,
  lineId: string,
  from: string,
  to: string,
): Promise<Omit<ContractLineUsage, 'period_start' | 'period_end'>> {
  const values = [db.tenant, lineId, from, to];
  const of = async <Row extends object>(text: string) => [...(await db.execute<Row>({ text }, values)).rows];
  const [services, users, [totals], [costs]] = await Promise.all([
    of<ContractLineUsage['usage_by_service'][number]>(BY_SERVICE),
    of<ContractLineUsage['usage_by_user'][number]>(BY_USER),
    of<{ total_usage: number }>(TOTALS),
    of<Costs>(COSTS),
  ]);
  const { billable_usage = 0, overage_usage = 0, base_cost = 0, overage_cost = 0 } = costs ?? {};
  return {
    total_usage: totals?.total_usage ?? 0,
    billable_usage,
    overage_usage,
    usage_by_service: services,
    usage_by_user: users,
    cost_breakdown: { base_cost, overage_cost, total_cost: base_cost + overage_cost },
  };
}

const OVERAGE = `select coalesce(sum(item.net_amount - item.discount_amount), 0)::bigint as overage
  from invoice_items item join invoices i on i.tenant = item.tenant and i.invoice_id = item.invoice_id
  where item.tenant = $1 and item.unit_price > 0 and item.minutes is not null and i.status not in ('draft', 'cancelled') and i.invoice_type = 'standard'
    and i.currency_code = $3 and i.invoice_date >= date_trunc('month', $2::date)::date
    and exists (select 1 from bucket_draws d where d.tenant = item.tenant and d.invoice_id = item.invoice_id and d.service_id = item.service_id)`;

/** What invoices of a month bill for work beyond what fees include. @param day in that month */
export async function overageOfMonth(db: Db, day: string, currency: string): Promise<number> {
  const { rows } = await db.execute<{ overage: number }>({ text: OVERAGE }, [db.tenant, day, currency]);
  return rows[0]?.overage ?? 0;
}

/** Contract lines and contracts, by what they are. */
export async function countLines(db: Db) {
  const [lines, contracts, services] = await Promise.all([
    db
      .selectFrom('contract_lines')
      .select(['contract_line_type', 'billing_frequency', sql<number>`count(*)::int`.as('count')])
      .groupBy(['contract_line_type', 'billing_frequency'])
      .execute(),
    db
      .selectFrom('contracts')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('line_services')
      .innerJoin('services', (join) =>
        join.onRef('services.tenant', '=', 'line_services.tenant').onRef('services.service_id', '=', 'line_services.service_id'),
      )
      .select(['services.service_id', 'services.service_name', sql<number>`count(*)::int`.as('lines')])
      .groupBy(['services.service_id', 'services.service_name'])
      .orderBy('lines', 'desc')
      .orderBy('services.service_id')
      .limit(10)
      .execute(),
  ]);
  return { lines, contracts: contracts.count, services };
}

/** Names of contract lines by their ids. */
export async function namesOfLines(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('contract_lines')
    .select(['contract_line_id', 'contract_line_name'])
    .where('contract_line_id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ contract_line_id, contract_line_name }) => [contract_line_id, contract_line_name]));
}
