import { MAX_SERVICE_TYPES, serviceTypeRpc } from '@psa/contracts-billing';
import { tenantRpcHandler } from '@psa/events-kit';
import type { Ports } from '../billing-app.ts';
import { importServiceTypes as importThem } from '../resources/service-type/service-type.actions.ts';
import type { Tables } from '../tables.ts';

/** Asked by the desk when standard items are imported. */
export const listServiceTypes = tenantRpcHandler<typeof serviceTypeRpc.listServiceTypes, Tables, Ports>(
  serviceTypeRpc.listServiceTypes,
  async (_, db) => ({
    service_types: await db
      .selectFrom('service_types')
      .select(['service_type_id', 'name', 'billing_method', 'order_number'])
      .orderBy('order_number')
      .orderBy('service_type_id')
      .limit(MAX_SERVICE_TYPES)
      .execute(),
  }),
);

/** Imports standard service types for the desk. */
export const importServiceTypes = tenantRpcHandler<typeof serviceTypeRpc.importServiceTypes, Tables, Ports>(
  serviceTypeRpc.importServiceTypes,
  async ({ service_types }, db) => ({ service_types: await importThem(db, service_types) }),
);
