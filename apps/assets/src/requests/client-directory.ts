import { clientQuestions } from '@psa/contracts-clients';
import { ask, type Broker } from '@psa/events-kit';
import type { ClientDirectory } from '../ports/client-directory.ts';

/** Asks the clients service over NATS. */
export function clientDirectory(broker: Broker): ClientDirectory {
  return {
    async find({ tenant, actor, correlationId }, clientId) {
      const { client } = await ask(broker, clientQuestions.getClientFacts, { client_id: clientId }, { tenant, actor, correlationId });
      return client;
    },
  };
}
