import { created, Id, nothing, one, page, routes, syncRoutes } from '@psa/contract-kit';
import { z } from 'zod';
import { CreateService, UpdateService, Service, ServiceListQuery } from './service.schemas.ts';

const params = z.object({ id: Id.describe('Service id') });

export const serviceRoutes = routes(
  { service: 'billing', form: 'data', tag: 'Services' },
  {
    listServices: {
      method: 'get',
      path: '/api/v1/services',
      permission: 'service:read',
      summary: 'List services',
      query: ServiceListQuery,
      reply: page(Service),
    },
    createService: {
      method: 'post',
      path: '/api/v1/services',
      permission: 'service:create',
      summary: 'Create a service',
      body: CreateService,
      reply: created(Service),
      versioned: true,
      errors: ['CONFLICT'],
    },
    getService: {
      method: 'get',
      path: '/api/v1/services/{id}',
      permission: 'service:read',
      summary: 'Read one service',
      params,
      reply: one(Service),
      versioned: true,
      errors: ['NOT_FOUND'],
    },
    updateService: {
      method: 'put',
      path: '/api/v1/services/{id}',
      permission: 'service:update',
      summary: 'Change a service',
      params,
      body: UpdateService,
      reply: one(Service),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
    deleteService: {
      method: 'delete',
      path: '/api/v1/services/{id}',
      permission: 'service:delete',
      summary: 'Delete a service',
      params,
      reply: nothing(),
      versioned: true,
      errors: ['NOT_FOUND', 'CONFLICT'],
    },
  },
);

/** Services by their ids in other systems. */
export const serviceSyncRoutes = syncRoutes(serviceRoutes, {
  name: 'Service',
  plural: 'Services',
  called: 'a service',
  create: 'createService',
  read: 'getService',
  update: 'updateService',
  list: 'listServices',
  id: 'service_id',
});
