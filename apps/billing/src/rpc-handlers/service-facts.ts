import { serviceRpc } from '@psa/contracts-billing';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../billing-app.ts';
import type { Tables } from '../tables.ts';

/** Asked by services that are given the id of a service they have not heard of. */
export const getServiceFacts = tenantRpcHandler<typeof serviceRpc.getServiceFacts, Tables, Ports>(
  serviceRpc.getServiceFacts,
  async ({ service_id }, db) => {
    const service = await db
      .selectFrom('services')
      .select(['service_id', 'service_name', 'item_kind', 'billing_method', 'category_id', 'default_rate', 'is_active', 'version'])
      .where('service_id', '=', service_id)
      .executeTakeFirst();
    return { service: service ?? null };
  },
);
