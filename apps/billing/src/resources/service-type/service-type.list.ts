import type { ServiceTypeListQuery } from '@psa/contracts-billing';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import { sql } from 'kysely';
import type { Db } from '../../billing-app.ts';
import type { ServiceTypeRecord } from './service-type.records.ts';

const order: ListOrder = {
  columns: {
    created_at: 'service_types.created_at',
    updated_at: 'service_types.updated_at',
    name: 'service_types.name',
    order_number: 'service_types.order_number',
  },
  id: { ref: 'service_types.service_type_id', name: 'service_type_id' },
};

/** One page of the records that pass every filter. */
export function listServiceTypes(db: Db, query: ServiceTypeListQuery): Promise<Page<ServiceTypeRecord>> {
  const { search, name, billing_method, created_from, created_to, updated_from, updated_to } = query;
  const rows = db
    .selectFrom('service_types')
    .$if(Boolean(search), (q) => q.where('name', 'ilike', containsPattern(search ?? '')))
    .$if(Boolean(name), (q) => q.where('name', 'ilike', containsPattern(name ?? '')))
    .$if(billing_method !== undefined, (q) => q.where('billing_method', '=', billing_method ?? 'fixed'))
    .$if(created_from !== undefined, (q) => q.where('created_at', '>=', created_from ?? ''))
    .$if(created_to !== undefined, (q) => q.where('created_at', '<=', created_to ?? ''))
    .$if(updated_from !== undefined, (q) => q.where('updated_at', '>=', updated_from ?? ''))
    .$if(updated_to !== undefined, (q) => q.where('updated_at', '<=', updated_to ?? ''));
  const unfiltered = [search, name, billing_method, created_from, created_to, updated_from, updated_to].every(
    (filter) => filter === undefined || filter === '',
  );
  const total = unfiltered
    ? () => readRowCount(db, 'service_types')
    : async () => (await rows.select(sql<number>`count(*)`.as('rows')).executeTakeFirstOrThrow()).rows;
  return readPage<ServiceTypeRecord>(rows.selectAll(), order, query, total);
}
