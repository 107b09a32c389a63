import type { ContractLineListQuery } from '@psa/contracts-billing';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';
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

/** One page of the contract lines that pass every filter. */
export function listContractLines(db: Db, query: ContractLineListQuery): Promise<Page<ContractLineRecord>> {
  const { search, contract_line_name: name, contract_line_type, billing_frequency, is_custom, is_active, service_category } = query;
  const { clients_count_min, clients_count_max, created_from, created_to, updated_from, updated_to } = query;
  const rows = db
    .selectFrom('contract_lines')
    .$if(Boolean(search), (q) => q.where('contract_line_name', 'ilike', containsPattern(search ?? '')))
    .$if(Boolean(name), (q) => q.where('contract_line_name', 'ilike', containsPattern(name ?? '')))
    .$if(contract_line_type !== undefined, (q) => q.where('contract_line_type', '=', contract_line_type ?? 'Fixed'))
    .$if(billing_frequency !== undefined, (q) => q.where('billing_frequency', '=', billing_frequency ?? 'monthly'))
    .$if(is_custom !== undefined, (q) => q.where('is_custom', '=', is_custom ?? false))
    .$if(is_active !== undefined, (q) => q.where(activeToday, '=', is_active ?? true))
    .$if(service_category !== undefined, (q) => q.where('service_category', '=', service_category ?? ''))
    .$if(clients_count_min !== undefined, (q) => q.where(clients, '>=', clients_count_min ?? 0))
    .$if(clients_count_max !== undefined, (q) => q.where(clients, '<=', clients_count_max ?? 0))
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from ?? ''))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to ?? ''))
    .$if(updated_from !== undefined, (q) => q.where('updated_at', '>=', updated_from ?? ''))
    .$if(updated_to !== undefined, (q) => q.where('updated_at', '<=', updated_to ?? ''));
  const total = async () => (await rows.select(sql<number>`count(*)`.as('rows')).executeTakeFirstOrThrow()).rows;
  return readPage<ContractLineRecord>(rows.selectAll(), order, query, total);
}
