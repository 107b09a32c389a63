import type { AccountingMappingListQuery } from '@psa/contracts-billing';
import { type ListOrder, type Page, readPage } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';
import { findConnection, QUICKBOOKS } from '../accounting-connection/accounting-connection.records.ts';
import type { AccountingMappingRow } from './accounting-mapping.tables.ts';

const order: ListOrder = {
  columns: { created_at: 'accounting_mappings.created_at', updated_at: 'accounting_mappings.updated_at' },
  id: { ref: 'accounting_mappings.mapping_id', name: 'mapping_id' },
};

/** One page of the mappings of the company that is connected, or was last. */
export async function listMappings(
  db: Db,
  entity: AccountingMappingRow['entity'],
  query: AccountingMappingListQuery,
): Promise<Page<AccountingMappingRow>> {
  const { created_from, created_to, updated_from, updated_to } = query;
  const realm = (await findConnection(db))?.realm_id ?? '';
  const rows = db
    .selectFrom('accounting_mappings')
    .where('provider', '=', QUICKBOOKS)
    .where('realm_id', '=', realm)
    .where('entity', '=', entity)
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from ?? ''))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to ?? ''))
    .$if(updated_from !== undefined, (q) => q.where('updated_at', '>=', updated_from ?? ''))
    .$if(updated_to !== undefined, (q) => q.where('updated_at', '<=', updated_to ?? ''));
  const total = async () => (await rows.select(sql<number>`count(*)`.as('rows')).executeTakeFirstOrThrow()).rows;
  return readPage<AccountingMappingRow>(rows.selectAll(), order, query, total);
}
