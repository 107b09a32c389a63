import { assetRpc } from '@psa/contracts-assets';
import { type Broker, callRpc, isNoResponders } from '@psa/events-kit';
import type { Assets } from '../ports/assets.ts';

/** Asks the assets service over NATS. */
export function assets(broker: Broker): Assets {
  return {
    find: async ({ tenant, actor, correlationId }, asset_id) =>
      (await callRpc(broker, assetRpc.getAssetFacts, { asset_id }, { tenant, actor, correlationId })).asset,
    link: async ({ tenant, actor, correlationId }, link) =>
      (await callRpc(broker, assetRpc.linkNewTicket, link, { tenant, actor, correlationId })).outcome,
    async unlink({ tenant, actor, correlationId }, { asset_id, ticket_id }) {
      await callRpc(broker, assetRpc.unlinkUnopenedTicket, { asset_id, ticket_id }, { tenant, actor, correlationId });
    },
    async countOfTicket({ tenant, actor, correlationId }, ticket_id) {
      try {
        return (await callRpc(broker, assetRpc.countAssetsOfTicket, { ticket_id }, { tenant, actor, correlationId })).assets;
      } catch (error) {
        if (isNoResponders(error)) return 0;
        throw error;
      }
    },
  };
}
