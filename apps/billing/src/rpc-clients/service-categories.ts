import { serviceCategoryRpc } from '@psa/contracts-desk';
import { type Broker, callRpc, isNoResponders } from '@psa/events-kit';
import type { ServiceCategories } from '../ports/service-categories.ts';

/** Asks the desk service over NATS. */
export function serviceCategories(broker: Broker): ServiceCategories {
  return {
    has: async ({ tenant, actor, correlationId }, category_id) => {
      try {
        const { category } = await callRpc(
          broker,
          serviceCategoryRpc.getServiceCategoryFacts,
          { category_id },
          { tenant, actor, correlationId },
        );
        return category !== null;
      } catch (error) {
        if (isNoResponders(error)) return true;
        throw error;
      }
    },
  };
}
