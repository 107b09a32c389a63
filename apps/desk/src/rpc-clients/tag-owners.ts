import { assetRpc } from '@psa/contracts-assets';
import { clientTagRpc } from '@psa/contracts-clients';
import { MAX_TAGS } from '@psa/contracts-desk';
import { type Broker, callRpc, type RpcIdentity } from '@psa/events-kit';
import type { RequestContext } from '@psa/postgres-kit';
import type { TagOwners } from '../ports/tag-owners.ts';

const identityOf = ({ tenant, actor, correlationId }: RequestContext): RpcIdentity => ({ tenant, actor, correlationId });

/** Asks the clients and assets services over NATS. */
export function tagOwners(broker: Broker): TagOwners {
  return {
    async change(context, entity_type, entity_id, { add, remove }) {
      const request = { entity_type, entity_id, add: [...add], remove: [...remove], max_tags: MAX_TAGS };
      return (await callRpc(broker, clientTagRpc.changeTags, request, identityOf(context))).tagged;
    },
    hasAsset: async (context, asset_id) =>
      (await callRpc(broker, assetRpc.getAssetFacts, { asset_id }, identityOf(context))).asset !== null,
  };
}
