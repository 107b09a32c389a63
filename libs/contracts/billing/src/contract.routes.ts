import { created, Id, nothing, one, page, routes, syncRoutes } from '@psa/contract-kit';
import { z } from 'zod';
import { AddContractLineToContract, CreateContract, UpdateContract, Contract, ContractListQuery } from './contract.schemas.ts';

const params = z.object({ id: Id.describe('Contract id') });
const lineParams = params.extend({ lineId: Id.describe('Contract line id') });

export const contractRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Contracts', staffOnly: true },
  {
    listContracts: {
      method: 'get',
      path: '/api/v1/contracts',
      permission: 'billing:read',
      summary: 'List contracts',
      query: ContractListQuery,
      reply: page(Contract),
    },
    createContract: {
      method: 'post',
      path: '/api/v1/contracts',
      permission: 'billing:create',
      summary: 'Create a contract',
      body: CreateContract,
      reply: created(Contract),
      versioned: true,
      errors: ['SERVICE_UNAVAILABLE'],
    },
    getContract: {
      method: 'get',
      path: '/api/v1/contracts/{id}',
      permission: 'billing:read',
      summary: 'Read one contract',
      params,
      reply: one(Contract),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    updateContract: {
      method: 'put',
      path: '/api/v1/contracts/{id}',
      permission: 'billing:update',
      summary: 'Change a contract',
      params,
      body: UpdateContract,
      reply: one(Contract),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    deleteContract: {
      method: 'delete',
      path: '/api/v1/contracts/{id}',
      permission: 'billing:delete',
      summary: 'Delete a contract',
      params,
      reply: nothing(),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    addContractLineToContract: {
      method: 'post',
      path: '/api/v1/contracts/{id}/contract-lines',
      permission: 'billing:update',
      summary: 'Make a contract line part of a contract',
      params,
      body: AddContractLineToContract,
      reply: created(Contract),
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    removeContractLineFromContract: {
      method: 'delete',
      path: '/api/v1/contracts/{id}/contract-lines/{lineId}',
      permission: 'billing:update',
      summary: 'Take a contract line out of a contract',
      params: lineParams,
      reply: nothing(),
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
  },
);

/** Contracts by their ids in other systems. */
export const contractSyncRoutes = syncRoutes(contractRoutes, {
  name: 'Contract',
  plural: 'Contracts',
  called: 'a contract',
  create: 'createContract',
  read: 'getContract',
  update: 'updateContract',
  list: 'listContracts',
  id: 'contract_id',
});
