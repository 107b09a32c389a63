import { notFound } from '@psa/contract-kit';
import { type ServiceCategory, serviceCategoryRoutes } from '@psa/contracts-desk';
import { versioned } from '@psa/http-kit';
import { handlers } from '../../desk-app.ts';
import { createServiceCategory, deleteServiceCategory, updateServiceCategory } from './service-category.actions.ts';
import { listServiceCategories } from './service-category.list.ts';
import { findServiceCategory, type ServiceCategoryRecord } from './service-category.records.ts';

/** A service category as the API shows it. */
function toServiceCategory(row: ServiceCategoryRecord): ServiceCategory {
  const { category_id, category_name, description, is_active, display_order, created_by, updated_by, created_at, updated_at, tenant } = row;
  return { category_id, category_name, description, is_active, display_order, created_by, updated_by, created_at, updated_at, tenant };
}

export const serviceCategoryHandlers = handlers(serviceCategoryRoutes, {
  listServiceCategories: async ({ db, query }) => {
    const { rows, pagination } = await listServiceCategories(db, query);
    return { data: rows.map(toServiceCategory), pagination };
  },
  createServiceCategory: async ({ db, body }) => {
    const row = await createServiceCategory(db, body);
    return versioned({ data: toServiceCategory(row) }, row.version, `/api/v1/categories/service/${row.category_id}`);
  },
  getServiceCategory: async ({ db, params }) => {
    const row = await findServiceCategory(db, params.id);
    if (row === undefined) throw notFound('Category');
    return versioned({ data: toServiceCategory(row) }, row.version);
  },
  updateServiceCategory: async ({ db, params, body, ifMatch }) => {
    const row = await updateServiceCategory(db, params.id, body, ifMatch);
    return versioned({ data: toServiceCategory(row) }, row.version);
  },
  deleteServiceCategory: ({ db, ports, params, ifMatch }) => deleteServiceCategory(db, ports, params.id, ifMatch),
});
