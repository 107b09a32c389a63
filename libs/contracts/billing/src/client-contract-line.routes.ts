import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { ClientContractLine, ClientContractLineListQuery, CreateClientContractLine } from './client-contract-line.schemas.ts';

const params = z.object({ id: Id.describe('Id of the assignment') });

export const clientContractLineRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Client contract lines', staffOnly: true },
  {
    listClientContractLines: {
      method: 'get',
      path: '/api/v1/company-contract-lines',
      permission: 'billing:read',
      summary: 'List what is billed to which client',
      query: ClientContractLineListQuery,
      reply: page(ClientContractLine),
    },
    createClientContractLine: {
      method: 'post',
      path: '/api/v1/company-contract-lines',
      permission: 'billing:create',
      summary: 'Assign a contract line to a client',
      body: CreateClientContractLine,
      reply: created(ClientContractLine),
      versioned: true,
      errors: ['CONFLICT', 'SERVICE_UNAVAILABLE'],
    },
    getClientContractLine: {
      method: 'get',
      path: '/api/v1/company-contract-lines/{id}',
      permission: 'billing:read',
      summary: 'Read one assignment',
      params,
      reply: one(ClientContractLine),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    deactivateClientContractLine: {
      method: 'delete',
      path: '/api/v1/company-contract-lines/{id}',
      permission: 'billing:delete',
      summary: 'Stop billing a contract line to a client',
      params,
      reply: nothing(),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
  },
);
