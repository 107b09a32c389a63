import type { ClientContractLineListQuery } from '@psa/contracts-billing';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../../billing-app.ts';
import { type ClientContractLineRecord, selectAssignments } from './client-contract-line.records.ts';

const order: ListOrder = {
  columns: {
    created_at: 'client_contract_lines.created_at',
    updated_at: 'client_contract_lines.updated_at',
    start_date: 'client_contract_lines.start_date',
    end_date: 'client_contract_lines.end_date',
    custom_rate: 'client_contract_lines.custom_rate',
  },
  id: { ref: 'client_contract_lines.client_contract_line_id', name: 'client_contract_line_id' },
};

/** One page of the assignments that pass every filter. */
export function listClientContractLines(db: Db, query: ClientContractLineListQuery): Promise<Page<ClientContractLineRecord>> {
  const { search, client_id, contract_line_id, service_category, is_active, has_custom_rate, is_contractd } = query;
  const { start_date_from, start_date_to, end_date_from, end_date_to, created_from, created_to, updated_from, updated_to } = query;
  const named = sql<boolean>`(
    exists (select 1 from client_replicas r where r.tenant = client_contract_lines.tenant and r.client_id = client_contract_lines.client_id
      and r.client_name ilike ${containsPattern(search ?? '')})
    or exists (select 1 from contract_lines l where l.tenant = client_contract_lines.tenant
      and l.contract_line_id = client_contract_lines.contract_line_id and l.contract_line_name ilike ${containsPattern(search ?? '')}))`;
  const rows = selectAssignments(db)
    .$if(Boolean(search), (q) => q.where(named))
    .$if(client_id !== undefined, (q) => q.where('client_id', '=', client_id ?? ''))
    .$if(contract_line_id !== undefined, (q) => q.where('contract_line_id', '=', contract_line_id ?? ''))
    .$if(service_category !== undefined, (q) => q.where('service_category', '=', service_category ?? ''))
    .$if(is_active !== undefined, (q) => q.where('is_active', '=', is_active ?? true))
    .$if(has_custom_rate !== undefined, (q) => q.where('custom_rate', has_custom_rate === true ? 'is not' : 'is', null))
    .$if(is_contractd !== undefined, (q) => q.where('client_contract_id', is_contractd === true ? 'is not' : 'is', null))
    .$if(start_date_from !== undefined, (q) => q.where('start_date', '>=', start_date_from ?? ''))
    .$if(start_date_to !== undefined, (q) => q.where('start_date', '<=', start_date_to ?? ''))
    .$if(end_date_from !== undefined, (q) => q.where('end_date', '>=', end_date_from ?? ''))
    .$if(end_date_to !== undefined, (q) => q.where('end_date', '<=', end_date_to ?? ''))
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from ?? ''))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to ?? ''))
    .$if(updated_from !== undefined, (q) => q.where('updated_at', '>=', updated_from ?? ''))
    .$if(updated_to !== undefined, (q) => q.where('updated_at', '<=', updated_to ?? ''));
  const total = async () =>
    (
      await rows
        .clearSelect()
        .select(sql<number>`count(*)`.as('rows'))
        .executeTakeFirstOrThrow()
    ).rows;
  return readPage<ClientContractLineRecord>(rows, order, query, total);
}
