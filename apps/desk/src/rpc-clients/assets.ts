import { assetRpc } from '@psa/contracts-assets';
import { type Broker, callRpc } from '@psa/events-kit';
import type { Assets } from '../ports/assets.ts';

/** Asks the assets service over NATS. */
export function assets(broker: Broker): Assets {
  return {
    find: async ({ tenant, actor, correlationId }, asset_id) =>
      (await callRpc(broker, assetRpc.getAssetFacts, { asset_id }, { tenant, actor, correlationId })).asset,
  };
}
