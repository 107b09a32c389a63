import { clientRpc } from '@psa/contracts-clients';
import { type Broker, callRpc, isNoResponders } from '@psa/events-kit';
import type { ClientDirectory } from '../ports/client-directory.ts';

/** Asks the clients service. Where that is not installed, no id is unknown. */
export function clientDirectory(broker: Broker): ClientDirectory {
  return {
    async unknown(context, clientIds) {
      try {
        return (await callRpc(broker, clientRpc.listUnknownClients, { client_ids: [...clientIds] }, context)).client_ids;
      } catch (error) {
        if (isNoResponders(error)) return [];
        throw error;
      }
    },
  };
}
