import { serviceCategoryRpc } from '@psa/contracts-desk';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../desk-app.ts';
import { findServiceCategory } from '../resources/category/service-category.records.ts';
import type { Tables } from '../tables.ts';

/** Asked by billing when a service is put into a category it has not heard of. */
export const getServiceCategoryFacts = tenantRpcHandler<typeof serviceCategoryRpc.getServiceCategoryFacts, Tables, Ports>(
  serviceCategoryRpc.getServiceCategoryFacts,
  async ({ category_id }, db) => {
    const row = await findServiceCategory(db, category_id);
    if (row === undefined) return { category: null };
    const { category_name, is_active, version } = row;
    return { category: { category_id: row.category_id, category_name, is_active, version } };
  },
);
