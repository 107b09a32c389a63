import { itemRefusal } from '@psa/contract-kit';
import {
  type BulkDeleteCategories,
  type BulkDeletedCategories,
  type CategoryAnalytics,
  type CategoryAnalyticsQuery,
  categoryRoutes,
  type CategorySearchQuery,
  type CategoryType,
} from '@psa/contracts-desk';
import { demandPermissions, type Principal } from '@psa/http-kit';
import { type Db, handlers, type Ports } from '../../desk-app.ts';
import { placed } from './category-tree.rules.ts';
import { searchServiceCategories, searchTicketCategories } from './category-search.list.ts';
import { ticketUsage } from './category-usage.records.ts';
import { deleteServiceCategory } from './service-category.actions.ts';
import { deleteCategory } from './ticket-category.actions.ts';
import { findCategories } from './ticket-category.records.ts';
import { hiddenChannelsOf } from '../ticket/ticket.access.ts';
import { offsetPagination, totalOf } from '../offset-pagination.ts';

const MAX_USED = 100;

export const categoryHandlers = handlers(categoryRoutes, {
  searchCategories: async ({ db, principal, query }) => {
    demandReading(principal, query.category_type);
    const { category_type } = query;
    const search = (asked: CategorySearchQuery) =>
      category_type === 'ticket' ? searchTicketCategories(db, asked) : searchServiceCategories(db, asked);
    const rows = await search(query);
    const total = await totalOf(rows, () => search({ ...query, page: 1, limit: 1, offset: 0 }));
    return { data: rows.map(({ total: _, ...row }) => ({ ...row, category_type })), pagination: offsetPagination(query, total) };
  },

  getCategoryAnalytics: async ({ db, ports, principal, query }) => {
    demandReading(principal, query.category_type);
    const analytics = query.category_type === 'ticket' ? await ticketFigures(db, principal, query) : await serviceFigures(db, ports, query);
    return { data: { analytics, generated_at: new Date().toISOString() } };
  },

  bulkDeleteCategories: async ({ db, ports, principal, body }) => {
    demandPermissions(principal, [body.category_type === 'ticket' ? 'ticket_settings:delete' : 'billing_settings:delete']);
    return { data: await bulkDelete(db, ports, body) };
  },
});

function demandReading(principal: Principal, type: CategoryType): void {
  if (type === 'service') demandPermissions(principal, ['billing_settings:read']);
}

type Figures = CategoryAnalytics['analytics'];

async function ticketFigures(db: Db, principal: Principal, query: CategoryAnalyticsQuery): Promise<Figures> {
  const rows = placed(await findCategories(db, query.channel_id));
  const ids = rows.map(({ category_id }) => category_id);
  const usage = query.include_usage === false ? [] : await ticketUsage(db, ids, query, MAX_USED, await hiddenChannelsOf(db, principal));
  const names = new Map(rows.map(({ category_id, category_name }) => [category_id, category_name]));
  const depths = rows.map(({ depth }) => depth);
  return {
    total_categories: rows.length,
    active_categories: rows.length,
    categories_with_children: rows.filter(({ children_count }) => children_count > 0).length,
    average_depth: rows.length === 0 ? 0 : Math.round((depths.reduce((sum, depth) => sum + depth, 0) / rows.length) * 100) / 100,
    max_depth: Math.max(0, ...depths),
    usage_stats: usage.map((use) => ({ ...use, category_name: names.get(use.category_id) as string })),
  };
}

async function serviceFigures(db: Db, ports: Ports, query: CategoryAnalyticsQuery): Promise<Figures> {
  const rows = await db
    .selectFrom('service_categories')
    .select(['category_id', 'category_name', 'is_active'])
    .orderBy('category_name')
    .execute();
  const counts = query.include_usage === false ? new Map<string, number>() : await ports.services.countByCategory(db.context);
  return {
    total_categories: rows.length,
    active_categories: rows.filter(({ is_active }) => is_active).length,
    categories_with_children: 0,
    average_depth: 0,
    max_depth: 0,
    usage_stats: rows
      .map(({ category_id, category_name }) => ({ category_id, category_name, usage_count: counts.get(category_id) ?? 0, last_used: null }))
      .filter(({ usage_count }) => usage_count > 0)
      .sort((one, other) => other.usage_count - one.usage_count)
      .slice(0, MAX_USED),
  };
}

async function bulkDelete(db: Db, ports: Ports, body: BulkDeleteCategories): Promise<BulkDeletedCategories> {
  const ids = [...new Set(body.category_ids)];
  const errors: BulkDeletedCategories['errors'] = [];
  for (const category_id of ids) {
    try {
      if (body.category_type === 'ticket') await deleteCategory(db, category_id, undefined, body.force);
      else await deleteServiceCategory(db, ports, category_id);
    } catch (error) {
      errors.push({ category_id, ...itemRefusal(error) });
    }
  }
  const success = ids.length - errors.length;
  return { message: `${success} of ${ids.length} categories deleted`, success, failed: errors.length, errors };
}
