import { invalidField } from '@psa/contract-kit';
import type { ServiceCategoryListQuery } from '@psa/contracts-desk';
import { containsPattern, type ListOrder, type Page, readPage, readRowCount } from '@psa/postgres-kit';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../desk-app.ts';
import type { ServiceCategoryRecord } from './service-category.records.ts';

const order: ListOrder = {
  columns: {
    category_name: 'service_categories.category_name',
    display_order: 'service_categories.display_order',
    created_at: 'service_categories.created_at',
    updated_at: 'service_categories.updated_at',
    is_active: 'service_categories.is_active',
  },
  id: { ref: 'service_categories.category_id', name: 'category_id' },
};

/** The query with what its other names say. @throws VALIDATION_ERROR for rows to skip that are no pages */
function withAliases(query: ServiceCategoryListQuery): ServiceCategoryListQuery {
  const { sort_by: sort = query.sort, sort_order: order = query.order, offset, limit } = query;
  if (offset !== undefined && offset % limit !== 0) throw invalidField('offset', 'must be a multiple of limit');
  return { ...query, sort, order, page: offset === undefined ? query.page : offset / limit + 1 };
}

/** One page of the service categories that pass every filter. @throws VALIDATION_ERROR */
export function listServiceCategories(db: Db, asked: ServiceCategoryListQuery): Promise<Page<ServiceCategoryRecord>> {
  const query = withAliases(asked);
  const conditions: RawBuilder<SqlBool>[] = [];
  const when = <T>(value: T | undefined, make: (value: T) => RawBuilder<SqlBool>) => {
    if (value !== undefined && value !== '') conditions.push(make(value));
  };
  when(query.search, (text) => sql`(category_name ilike ${containsPattern(text)} or description ilike ${containsPattern(text)})`);
  when(query.category_name, (text) => sql`category_name ilike ${containsPattern(text)}`);
  when(query.has_description, (has) => sql`(coalesce(description, '') <> '') = ${has}`);
  when(query.active, (is) => sql`is_active = ${is}`);
  when(query.is_active, (is) => sql`is_active = ${is}`);
  when(query.created_from, (from) => sql`created_at >= ${from}`);
  when(query.created_to, (to) => sql`created_at <= ${to}`);
  when(query.updated_from, (from) => sql`updated_at >= ${from}`);
  when(query.updated_to, (to) => sql`updated_at <= ${to}`);
  const rows = db
    .selectFrom('service_categories')
    .selectAll()
    .where((eb) => eb.and(conditions));
  return readPage<ServiceCategoryRecord>(rows, order, query, async () => {
    if (conditions.length === 0) return readRowCount(db, 'service_categories');
    const { matching } = await db
      .selectFrom('service_categories')
      .select(sql<number>`count(*)`.as('matching'))
      .where((eb) => eb.and(conditions))
      .executeTakeFirstOrThrow();
    return matching;
  });
}
