import { created, Id, nothing, one, page, routes } from '@psa/contract-kit';
import { z } from 'zod';
import { CreateServiceType, UpdateServiceType, ServiceType, ServiceTypeListQuery } from './service-type.schemas.ts';

const params = z.object({ id: Id.describe('Service type id') });

export const serviceTypeRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Service types' },
  {
    listServiceTypes: {
      method: 'get',
      path: '/api/v1/service-types',
      permission: 'service:read',
      summary: 'List service types',
      query: ServiceTypeListQuery,
      reply: page(ServiceType),
    },
    createServiceType: {
      method: 'post',
      path: '/api/v1/service-types',
      permission: 'service:create',
      summary: 'Create a service type',
      body: CreateServiceType,
      reply: created(ServiceType),
      versioned: true,
      errors: ['CONFLICT'],
    },
    getServiceType: {
      method: 'get',
      path: '/api/v1/service-types/{id}',
      permission: 'service:read',
      summary: 'Read one service type',
      params,
      reply: one(ServiceType),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    updateServiceType: {
      method: 'put',
      path: '/api/v1/service-types/{id}',
      permission: 'service:update',
      summary: 'Change a service type',
      params,
      body: UpdateServiceType,
      reply: one(ServiceType),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    deleteServiceType: {
      method: 'delete',
      path: '/api/v1/service-types/{id}',
      permission: 'service:delete',
      summary: 'Delete a service type',
      params,
      reply: nothing(),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
  },
);
