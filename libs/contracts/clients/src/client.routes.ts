import { created, Id, nothing, one, page, routes, syncRoutes } from '@psa/contract-kit';
import { z } from 'zod';
import { Client, ClientListQuery, ClientStats, CreateClient, UpdateClient } from './client.schemas.ts';
import { clientGroup } from './group.ts';

const params = z.object({ id: Id.describe('Client id') });

export const clientRoutes = routes(clientGroup('Clients'), {
  listClients: {
    method: 'get',
    path: '/api/v1/clients',
    permission: 'client:read',
    summary: 'List clients',
    query: ClientListQuery,
    reply: page(Client),
  },
  createClient: {
    method: 'post',
    path: '/api/v1/clients',
    permission: 'client:create',
    staffOnly: true,
    summary: 'Create a client',
    body: CreateClient,
    reply: created(Client),
    versioned: true,
    errors: ['CONFLICT'],
  },
  getClientStats: {
    method: 'get',
    path: '/api/v1/clients/stats',
    permission: 'client:read',
    summary: 'Count clients by what they are',
    reply: one(ClientStats),
  },
  getClient: {
    method: 'get',
    path: '/api/v1/clients/{id}',
    permission: 'client:read',
    summary: 'Read one client',
    params,
    reply: one(Client),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  updateClient: {
    method: 'put',
    path: '/api/v1/clients/{id}',
    permission: 'client:update',
    summary: 'Change a client',
    description:
      'A client that becomes inactive takes its active contacts and portal users along; to make it active again leaves them as they are, see `reactivate`. ' +
      'People of the client portal change contact details of their own client only; other members are ignored.',
    params,
    body: UpdateClient,
    reply: one(Client),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  reactivateClient: {
    method: 'post',
    path: '/api/v1/clients/{id}/reactivate',
    permission: 'client:update',
    staffOnly: true,
    summary: 'Undo the inactivation of a client',
    description:
      'Makes the client active, and with it the contacts and portal users that became inactive with it and were not changed in that since.',
    params,
    reply: one(Client),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  deleteClient: {
    method: 'delete',
    path: '/api/v1/clients/{id}',
    permission: 'client:delete',
    staffOnly: true,
    summary: 'Delete a client and its locations',
    description: 'Refused while anything depends on the client; `details.dependencies` then counts what does.',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});

/** Clients by their ids in other systems. */
export const clientSyncRoutes = syncRoutes(clientRoutes, {
  name: 'Client',
  plural: 'Clients',
  called: 'a client',
  create: 'createClient',
  read: 'getClient',
  update: 'updateClient',
  list: 'listClients',
  id: 'client_id',
});
