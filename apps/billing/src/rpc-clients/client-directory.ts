import { clientRpc } from '@psa/contracts-clients';
import { type Broker, callRpc } from '@psa/events-kit';
import type { ClientDirectory } from '../ports/client-directory.ts';

/** Asks the clients service over NATS. */
export function clientDirectory(broker: Broker): ClientDirectory {
  const find: ClientDirectory['find'] = async ({ tenant, actor, correlationId }, client_id) =>
    (await callRpc(broker, clientRpc.getClientFacts, { client_id }, { tenant, actor, correlationId })).client;
  return { find, findNew: find };
}
