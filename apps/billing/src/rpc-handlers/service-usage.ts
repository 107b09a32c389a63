import { serviceUsageRpc } from '@psa/contracts-billing';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../billing-app.ts';
import { countServicesInCategories } from '../resources/service/service.records.ts';
import type { Tables } from '../tables.ts';

/** Asked by the desk when it shows or deletes categories of services. */
export const countServicesByCategory = tenantRpcHandler<typeof serviceUsageRpc.countServicesByCategory, Tables, Ports>(
  serviceUsageRpc.countServicesByCategory,
  async ({ category_id }, db) => ({ categories: await countServicesInCategories(db, category_id) }),
);
