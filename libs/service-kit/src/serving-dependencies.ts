import type { Server } from 'node:http';
import type { Broker } from '@psa/events-kit';
import type { Dependency } from './admin-server.ts';

/** What every process needs that answers requests: the broker, and its own API. @param broker undefined until it is connected */
export function servingDependencies(broker: () => Broker | undefined, server: Server): Dependency[] {
  return [
    {
      name: 'nats',
      probe: async () => {
        if (broker()?.connected !== true) throw new Error('not connected');
      },
    },
    {
      name: 'api',
      probe: async () => {
        if (!server.listening) throw new Error('not listening');
      },
    },
  ];
}
