import type { ContractLineListQuery } from '@psa/contracts-billing';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';
import { readBillingSettings } from '../billing-settings/billing-settings.records.ts';
import { billedDays, feeOf } from './assigned-fee.records.ts';
import type { ContractLineRecord } from './contract-line.records.ts';

const order: ListOrder = {
  columns: {
    created_at: 'contract_lines.created_at',
    updated_at: 'contract_lines.updated_at',
    contract_line_name: 'contract_lines.contract_line_name',
    contract_line_type: 'contract_lines.contract_line_type',
    billing_frequency: 'contract_lines.billing_frequency',
  },
  id: { ref: 'contract_lines.contract_line_id', name: 'contract_line_id' },
};

/** Whether the line is billed today; see `isActiveOn`. */
const activeToday = sql<boolean>`(is_active = (activation_date is null or activation_date <= (now() at time zone 'UTC')::date))`;
const clients = sql<number>`(select count(distinct a.client_id) from client_contract_lines a
  where a.tenant = contract_lines.tenant and a.contract_line_id = contract_lines.contract_line_id and a.is_active)`;

const services = sql<boolean>`exists (select 1 from line_services s
  where s.tenant = contract_lines.tenant and s.contract_line_id = contract_lines.contract_line_id)`;
const OF_LINE = { assigned: 'a', line: 'contract_lines' };

/** That of the line before that of the client. */
const currencyIn = (defaultCurrency: string) => sql<string>`coalesce(contract_lines.currency_code,
  (select b.currency_code from client_billing b where b.tenant = a.tenant and b.client_id = a.client_id), ${defaultCurrency})`;

/** Monthly fees of a line's clients today, in minor units of the currency each is billed in; see `monthlyFees`. */
const revenueIn = (
  defaultCurrency: string,
) => sql<number>`(select coalesce(round(sum(${feeOf(OF_LINE, currencyIn(defaultCurrency), defaultCurrency)}) *
    case contract_lines.billing_frequency when 'weekly' then 52 when 'bi-weekly' then 26 when 'monthly' then 12 when 'quarterly' then 4
      when 'semi-annually' then 2 else 1 end / 12.0), 0)
  from client_contract_lines a where a.tenant = contract_lines.tenant and a.contract_line_id = contract_lines.contract_line_id
    and ${billedDays(OF_LINE)} @> (now() at time zone 'UTC')::date)`;

/** One page of the contract lines that pass every filter. */
export async function listContractLines(db: Db, query: ContractLineListQuery): Promise<Page<ContractLineRecord>> {
  const { search, contract_line_name: name, contract_line_type, billing_frequency, is_custom, is_active, service_category } = query;
  const {
    has_services,
    revenue_min,
    revenue_max,
    clients_count_min,
    clients_count_max,
    created_from,
    created_to,
    updated_from,
    updated_to,
  } = query;
  const needsRevenue = revenue_min !== undefined || revenue_max !== undefined;
  const revenue = revenueIn(needsRevenue ? (await readBillingSettings(db)).default_currency : '');
  const rows = db
    .selectFrom('contract_lines')
    .$if(Boolean(search), (q) => q.where('contract_line_name', 'ilike', containsPattern(search ?? '')))
    .$if(Boolean(name), (q) => q.where('contract_line_name', 'ilike', containsPattern(name ?? '')))
    .$if(query.currency_code !== undefined, (q) => q.where('currency_code', '=', query.currency_code ?? ''))
    .$if(contract_line_type !== undefined, (q) => q.where('contract_line_type', '=', contract_line_type ?? 'Fixed'))
    .$if(billing_frequency !== undefined, (q) => q.where('billing_frequency', '=', billing_frequency ?? 'monthly'))
    .$if(is_custom !== undefined, (q) => q.where('is_custom', '=', is_custom ?? false))
    .$if(is_active !== undefined, (q) => q.where(activeToday, '=', is_active ?? true))
    .$if(service_category !== undefined, (q) => q.where('service_category', '=', service_category ?? ''))
    .$if(clients_count_min !== undefined, (q) => q.where(clients, '>=', clients_count_min ?? 0))
    .$if(clients_count_max !== undefined, (q) => q.where(clients, '<=', clients_count_max ?? 0))
    .$if(has_services !== undefined, (q) => q.where(services, '=', has_services ?? true))
    .$if(revenue_min !== undefined, (q) => q.where(revenue, '>=', revenue_min ?? 0))
    .$if(revenue_max !== undefined, (q) => q.where(revenue, '<=', revenue_max ?? 0))
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from ?? ''))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to ?? ''))
    .$if(updated_from !== undefined, (q) => q.where('updated_at', '>=', updated_from ?? ''))
    .$if(updated_to !== undefined, (q) => q.where('updated_at', '<=', updated_to ?? ''));
  const total = async () => (await rows.select(sql<number>`count(*)`.as('rows')).executeTakeFirstOrThrow()).rows;
  return readPage<ContractLineRecord>(rows.selectAll(), order, query, total);
}
