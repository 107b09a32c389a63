import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { Client, ClientListQuery, CreateClient, UpdateClient } from './client.schemas.ts';
import { clientGroup } from './group.ts';

const params = z.object({ id: Id.describe('Client id') });

export const clientRoutes = routes(clientGroup('Clients'), {
  listClients: {
    method: 'get', path: '/api/v1/clients', permission: 'client:read', summary: 'List clients',
    query: ClientListQuery, reply: page(Client),
  },
  createClient: {
    method: 'post', path: '/api/v1/clients', permission: 'client:create', summary: 'Create a client',
    body: CreateClient, reply: created(Client), versioned: true, errors: ['CONFLICT'],
  },
  getClient: {
    method: 'get', path: '/api/v1/clients/{id}', permission: 'client:read', summary: 'Read one client',
    params, reply: one(Client), versioned: true, errors: ['NOT_FOUND'],
  },
  updateClient: {
    method: 'put', path: '/api/v1/clients/{id}', permission: 'client:update', summary: 'Change a client',
    description: 'People of the client portal change contact details of their own client only; other members are ignored.',
    params, body: UpdateClient, reply: one(Client), versioned: true, errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteClient: {
    method: 'delete', path: '/api/v1/clients/{id}', permission: 'client:delete', summary: 'Delete a client and its locations',
    description: 'Refused while anything depends on the client; `details.dependencies` then counts what does.',
    params, reply: nothing(), versioned: true, errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
