import { assetQuestions } from '@psa/contracts-assets';
import { ask, type AskedBy, type Broker } from '@psa/events-kit';
import type { ClientDependents, Dependency } from '../ports/client-dependents.ts';

interface Dependent {
  readonly type: string;
  readonly one: string;
  readonly many: string;
  readonly count: (broker: Broker, clientId: string, by: AskedBy) => Promise<number>;
}

/** The services whose rows keep a client from being deleted; a new one is one more entry. */
const registry: readonly Dependent[] = [
  {
    type: 'asset', one: 'asset', many: 'assets',
    count: async (broker, client_id, by) => (await ask(broker, assetQuestions.countOfClient, { client_id }, by)).assets,
  },
];

/**
 * Asks them all over NATS. One that is silent or not there fails the deletion with a 503: nobody can say then that nothing
 * would be orphaned.
 */
export function clientDependents(broker: Broker): ClientDependents {
  return {
    async find({ tenant, actor, correlationId }, clientId) {
      const found = await Promise.all(registry.map(async ({ type, one, many, count: countOf }): Promise<Dependency> => {
        const count = await countOf(broker, clientId, { tenant, actor, correlationId });
        return { type, count, label: `${count} ${count === 1 ? one : many}` };
      }));
      return found.filter(({ count }) => count > 0);
    },
  };
}
