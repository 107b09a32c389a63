import { clientLocationSyncRoutes, clientSyncRoutes, contactSyncRoutes } from '@psa/contracts-clients';
import { syncedHandlers } from '@psa/http-kit';
import { type AnyService, defineService } from '@psa/service-kit';
import { changeTags } from './rpc-handlers/change-tags.ts';
import { countManagedBy } from './rpc-handlers/count-managed-by.ts';
import { eraseContactHandler } from './rpc-handlers/erase-contact.ts';
import { getClientFacts } from './rpc-handlers/get-client-facts.ts';
import { getContactFacts } from './rpc-handlers/get-contact-facts.ts';
import { listUnknownClients } from './rpc-handlers/list-unknown-clients.ts';
import type { ClientsApp } from './clients-app.ts';
import { migrations } from './migrations/index.ts';
import { dependents } from './rpc-clients/dependents.ts';
import { userDirectory } from './rpc-clients/user-directory.ts';
import { clientTransferHandlers } from './resources/client-transfer/client-transfer.handlers.ts';
import { clientHandlers } from './resources/client-lifecycle/client.handlers.ts';
import { clientLocationHandlers } from './resources/client-location/client-location.handlers.ts';
import { clientContactHandlers, contactHandlers } from './resources/contact/contact.handlers.ts';
import { contactTransferHandlers } from './resources/contact-transfer/contact-transfer.handlers.ts';
import { clientLogoHandlers, contactAvatarHandlers } from './resources/picture-upload/picture.handlers.ts';
import { keepCreditBalances } from './subscriptions/credit-changed.keep-balance.ts';
import { keepUserReplica } from './subscriptions/user-changed.keep-replica.ts';

/** Clients with their locations and contacts. */
export const clientsService: AnyService = defineService<ClientsApp>({
  name: 'clients',
  migrations,
  routes: [
    ...clientTransferHandlers,
    ...syncedHandlers(clientSyncRoutes, clientHandlers, 'clients'),
    ...syncedHandlers(clientLocationSyncRoutes, clientLocationHandlers, 'client_locations'),
    ...clientLogoHandlers,
    ...syncedHandlers(contactSyncRoutes, [...contactHandlers, ...clientContactHandlers], 'contacts'),
    ...contactAvatarHandlers,
    ...contactTransferHandlers,
  ],
  subscriptions: [keepUserReplica, keepCreditBalances],
  rpcHandlers: [getClientFacts, listUnknownClients, getContactFacts, countManagedBy, changeTags, eraseContactHandler],
  commands: {
    client: { create: 'createClient', update: 'updateClient', delete: 'deleteClient' },
    contact: { create: 'createContact', update: 'updateContact', delete: 'deleteContact' },
  },
  queries: ['listClients', 'getClient', 'listContacts'],
  ports: ({ broker }) => ({ dependents: dependents(broker), users: userDirectory(broker) }),
});
