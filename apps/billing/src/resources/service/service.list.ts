import type { ServiceListQuery } from '@psa/contracts-billing';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../billing-app.ts';
import type { ServiceRecord } from './service.records.ts';

const order: ListOrder = {
  columns: {
    service_name: 'services.service_name',
    billing_method: 'services.billing_method',
    default_rate: 'services.default_rate',
    created_at: 'services.created_at',
  },
  id: { ref: 'services.service_id', name: 'service_id' },
};

/** One page of the services and products that pass every filter. */
export function listServices(db: Db, query: ServiceListQuery): Promise<Page<ServiceRecord>> {
  const conditions = filterConditions(query);
  const rows = db.selectFrom('services').where((eb) => eb.and(conditions));
  const total =
    conditions.length === 0
      ? () => readRowCount(db, 'services')
      : async () => (await rows.select(sql<number>`count(*)`.as('rows')).executeTakeFirstOrThrow()).rows;
  return readPage<ServiceRecord>(rows.selectAll(), order, query, total);
}

function filterConditions(query: ServiceListQuery): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => RawBuilder<SqlBool>) => {
    if (value !== undefined && value !== '') conditions.push(make(value));
  };
  when(query.search, (text) => {
    const pattern = containsPattern(text);
    return sql`(service_name ilike ${pattern} or description ilike ${pattern} or sku ilike ${pattern})`;
  });
  when(query.item_kind === 'any' ? undefined : query.item_kind, (kind) => sql`item_kind = ${kind}`);
  when(query.is_active, (is) => sql`is_active = ${is}`);
  when(query.billing_method, (method) => sql`billing_method = ${method}`);
  when(query.category_id, (id) => (id === 'null' ? sql`category_id is null` : sql`category_id = ${id}`));
  when(query.custom_service_type_id, (id) => sql`custom_service_type_id = ${id}`);
  when(query.created_from, (from) => sql`created_at >= ${from}`);
  when(query.created_to, (to) => sql`created_at <= ${to}`);
  when(query.updated_from, (from) => sql`updated_at >= ${from}`);
  when(query.updated_to, (to) => sql`updated_at <= ${to}`);
  return conditions;
}
