import { many, nothing, one, payload, type RouteGroup, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { RmmIntegration, RmmScope, SaveRmmIntegration, StartRmmSync } from './rmm-integration.schemas.ts';

const group: RouteGroup = { service: 'assets', form: 'data', tag: 'Remote-monitoring integrations', staffOnly: true };
const params = z.object({
  provider: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .describe('Id of the provider, such as tacticalrmm'),
});

export const rmmIntegrationRoutes = routes(group, {
  listRmmIntegrations: {
    method: 'get',
    path: '/api/v1/integrations/rmm',
    permission: 'settings:read',
    summary: 'List the remote-monitoring providers and how they are connected',
    reply: many(RmmIntegration),
  },
  getRmmIntegration: {
    method: 'get',
    path: '/api/v1/integrations/rmm/{provider}',
    permission: 'settings:read',
    summary: 'Read how a provider is connected',
    params,
    reply: one(RmmIntegration),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  saveRmmIntegration: {
    method: 'put',
    path: '/api/v1/integrations/rmm/{provider}',
    permission: 'settings:update',
    summary: 'Connect a provider, or change the connection',
    description:
      'An active connection is tried before it is saved. Another server needs the key anew: the one that is stored goes nowhere else.',
    params,
    body: SaveRmmIntegration,
    reply: one(RmmIntegration),
    versioned: true,
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
  deleteRmmIntegration: {
    method: 'delete',
    path: '/api/v1/integrations/rmm/{provider}',
    permission: 'settings:update',
    summary: 'Disconnect a provider; assets stay, what it said of them goes',
    params,
    reply: nothing(),
    versioned: true,
    errors: ['NOT_FOUND'],
  },
  listRmmScopes: {
    method: 'get',
    path: '/api/v1/integrations/rmm/{provider}/scopes',
    permission: 'settings:read',
    summary: "List the provider's clients and the clients they stand for",
    description: '1000 at most.',
    params,
    reply: many(RmmScope),
    errors: ['NOT_FOUND', 'CONFLICT', 'BAD_REQUEST'],
  },
  startRmmSync: {
    method: 'post',
    path: '/api/v1/integrations/rmm/{provider}/sync',
    permission: 'settings:update',
    summary: 'Start a synchronisation with a provider',
    description: 'Answers at once; read the integration to see how it goes.',
    params,
    body: StartRmmSync,
    reply: payload(one(RmmIntegration).body, 202),
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
});
