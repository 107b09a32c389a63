import type { ContractListQuery } from '@psa/contracts-billing';
import { containsPattern, type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';
import { type ContractRecord, selectContracts } from './contract.records.ts';

const order: ListOrder = {
  columns: {
    created_at: 'contracts.created_at',
    updated_at: 'contracts.updated_at',
    contract_name: 'contracts.contract_name',
    start_date: 'contracts.start_date',
    end_date: 'contracts.end_date',
    status: 'contracts.status',
  },
  id: { ref: 'contracts.contract_id', name: 'contract_id' },
};

/** One page of the contracts that pass every filter. */
export function listContracts(db: Db, query: ContractListQuery): Promise<Page<ContractRecord>> {
  const { search, contract_name, client_id, status, billing_frequency, is_active } = query;
  const { created_from, created_to, updated_from, updated_to } = query;
  const rows = selectContracts(db)
    .$if(Boolean(search), (q) =>
      q.where((eb) =>
        eb.or([
          eb('contract_name', 'ilike', containsPattern(search ?? '')),
          eb('contract_description', 'ilike', containsPattern(search ?? '')),
        ]),
      ),
    )
    .$if(Boolean(contract_name), (q) => q.where('contract_name', 'ilike', containsPattern(contract_name ?? '')))
    .$if(client_id !== undefined, (q) => q.where('client_id', '=', client_id ?? ''))
    .$if(status !== undefined, (q) => q.where('status', '=', status ?? 'draft'))
    .$if(billing_frequency !== undefined, (q) => q.where('billing_frequency', '=', billing_frequency ?? 'monthly'))
    .$if(is_active !== undefined, (q) => q.where('is_active', '=', is_active ?? true))
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
  return readPage<ContractRecord>(rows, order, query, total);
}
