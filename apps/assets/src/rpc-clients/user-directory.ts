import { directoryRpc } from '@psa/contracts-identity';
import { type Broker, callRpc } from '@psa/events-kit';
import type { UserDirectory } from '../ports/user-directory.ts';

/** Asks the identity service over NATS. */
export function userDirectory(broker: Broker): UserDirectory {
  return {
    find: async ({ tenant, actor, correlationId }, user_id) =>
      (await callRpc(broker, directoryRpc.getUserFacts, { user_id }, { tenant, actor, correlationId })).user,
  };
}
