import { type AnyService, defineService } from '@psa/service-kit';
import { getClientFacts } from './answers/get-client-facts.ts';
import type { ClientsApp } from './clients-app.ts';
import { migrations } from './migrations/index.ts';
import { clientDependents } from './requests/client-dependents.ts';
import { clientHandlers } from './resources/client/client.handlers.ts';
import { clientLocationHandlers } from './resources/client-location/client-location.handlers.ts';
import { keepUserReplica } from './subscriptions/user-changed.keep-replica.ts';

/** Clients with their locations. */
export const clientsService: AnyService = defineService<ClientsApp>({
  name: 'clients',
  migrations,
  routes: [...clientHandlers, ...clientLocationHandlers],
  subscriptions: [keepUserReplica],
  answers: [getClientFacts],
  ports: ({ broker }) => ({ dependents: clientDependents(broker) }),
});
