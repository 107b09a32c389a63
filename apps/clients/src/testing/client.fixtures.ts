import type { clientLocationRoutes, clientRoutes } from '@psa/contracts-clients';
import type { Fixture } from '@psa/test-kit/derived';
import { aClient, aLocation, makeClient, makeLocation } from './make.ts';

const onClient: Fixture = async ({ api }) => ({ params: { id: (await makeClient(api)).client_id } });

const onLocation: Fixture = async ({ api }) => {
  const { client_id } = await makeClient(api);
  return { params: { id: client_id, locationId: (await makeLocation(api, client_id)).location_id } };
};

export const clientFixtures: { readonly [K in keyof typeof clientRoutes]: Fixture } = {
  listClients: async ({ api }) => {
    await makeClient(api);
    return {};
  },
  createClient: () => ({ body: aClient() }),
  getClientStats: async ({ api }) => {
    await makeClient(api);
    return {};
  },
  getClient: onClient,
  reactivateClient: onClient,
  updateClient: async (world) => ({ ...(await onClient(world)), body: { notes: 'Changed' } }),
  deleteClient: onClient,
};

export const clientLocationFixtures: { readonly [K in keyof typeof clientLocationRoutes]: Fixture } = {
  listClientLocations: onLocation,
  createClientLocation: async (world) => ({ ...(await onClient(world)), body: aLocation() }),
  getClientLocation: onLocation,
  updateClientLocation: async (world) => ({ ...(await onLocation(world)), body: { city: 'Dublin' } }),
  deleteClientLocation: onLocation,
};
