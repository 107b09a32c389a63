import { created, Id, many, nothing, one, routes, syncRoutes } from '@psa/contract-kit';
import { z } from 'zod';
import { ClientLocation, CreateClientLocation, UpdateClientLocation } from './client-location.schemas.ts';
import { clientGroup } from './group.ts';

const ofClient = z.object({ id: Id.describe('Client id') });
const params = ofClient.extend({ locationId: Id.describe('Location id') });

/** Locations are part of their client: who may change the client may change them. */
export const clientLocationRoutes = routes(clientGroup('Client locations'), {
  listClientLocations: {
    method: 'get',
    path: '/api/v1/clients/{id}/locations',
    permission: 'client:read',
    summary: "List a client's locations, the default first, then by name",
    params: ofClient,
    reply: many(ClientLocation),
    errors: ['NOT_FOUND'],
  },
  createClientLocation: {
    method: 'post',
    path: '/api/v1/clients/{id}/locations',
    permission: 'client:update',
    summary: 'Give a client a location',
    params: ofClient,
    body: CreateClientLocation,
    reply: created(ClientLocation),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  getClientLocation: {
    method: 'get',
    path: '/api/v1/clients/{id}/locations/{locationId}',
    permission: 'client:read',
    summary: 'Read one location of a client',
    params,
    reply: one(ClientLocation),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateClientLocation: {
    method: 'put',
    path: '/api/v1/clients/{id}/locations/{locationId}',
    permission: 'client:update',
    summary: 'Change a location of a client',
    description:
      'A default that is deactivated or given up hands over to the oldest other active location. People of the client portal change all but the tax region.',
    params,
    body: UpdateClientLocation,
    reply: one(ClientLocation),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteClientLocation: {
    method: 'delete',
    path: '/api/v1/clients/{id}/locations/{locationId}',
    permission: 'client:update',
    summary: 'Delete a location of a client',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
});

/** ClientLocations by their ids in other systems. */
export const clientLocationSyncRoutes = syncRoutes(clientLocationRoutes, {
  name: 'ClientLocation',
  plural: 'ClientLocations',
  called: 'a location of a client',
  create: 'createClientLocation',
  read: 'getClientLocation',
  update: 'updateClientLocation',
  within: 'listClientLocations',
  id: 'location_id',
});
