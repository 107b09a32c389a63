import { serviceTypeRpc, serviceUsageRpc } from '@psa/contracts-billing';
import { type Broker, callRpc, isNoResponders } from '@psa/events-kit';
import type { RequestContext } from '@psa/postgres-kit';
import type { Services } from '../ports/services.ts';

/** Asks the billing service over NATS. */
export function services(broker: Broker): Services {
  const count = async ({ tenant, actor, correlationId }: RequestContext, category_id?: string) => {
    try {
      const { categories } = await callRpc(
        broker,
        serviceUsageRpc.countServicesByCategory,
        category_id === undefined ? {} : { category_id },
        { tenant, actor, correlationId },
      );
      return categories;
    } catch (error) {
      if (isNoResponders(error)) return [];
      throw error;
    }
  };
  return {
    countInCategory: async (context, categoryId) => (await count(context, categoryId)).reduce((sum, { services: some }) => sum + some, 0),
    countByCategory: async (context) => new Map((await count(context)).map(({ category_id, services: some }) => [category_id, some])),
    serviceTypes: async ({ tenant, actor, correlationId }) =>
      (await callRpc(broker, serviceTypeRpc.listServiceTypes, {}, { tenant, actor, correlationId })).service_types,
    importServiceTypes: async ({ tenant, actor, correlationId }, types) =>
      (await callRpc(broker, serviceTypeRpc.importServiceTypes, { service_types: [...types] }, { tenant, actor, correlationId }))
        .service_types,
  };
}
