import { clientRpc, contactRpc } from '@psa/contracts-clients';
import { directoryRpc } from '@psa/contracts-identity';
import { type Broker, callRpc, type RpcIdentity } from '@psa/events-kit';
import type { RequestContext } from '@psa/postgres-kit';
import type { Directory } from '../ports/directory.ts';

const identityOf = ({ tenant, actor, correlationId }: RequestContext): RpcIdentity => ({ tenant, actor, correlationId });

/** Asks the clients and identity services over NATS. */
export function directory(broker: Broker): Directory {
  return {
    client: async (context, client_id) => (await callRpc(broker, clientRpc.getClientFacts, { client_id }, identityOf(context))).client,
    contact: async (context, contact_name_id) =>
      (await callRpc(broker, contactRpc.getContactFacts, { contact_name_id }, identityOf(context))).contact,
    user: async (context, user_id) => (await callRpc(broker, directoryRpc.getUserFacts, { user_id }, identityOf(context))).user,
    team: async (context, team_id) => (await callRpc(broker, directoryRpc.getTeamFacts, { team_id }, identityOf(context))).team,
  };
}
